// The files of the site: fetched once, kept for when there is no network.
//
// What is fetched here is put where the service worker (sw.js) looks, so that a first visit loads nothing twice.

const HERE = new URL(".", import.meta.url);

/** The address of a file of this version of the site. */
export const address = (path) => new URL(path, HERE).href;

/** The answer to a request for a file. Throws if it cannot be had. */
export async function file(path) {
  const url = address(path);
  const kept = "caches" in self ? await caches.open(`pydecl ${HERE.pathname}`).catch(() => null) : null;
  const found = await kept?.match(url);
  if (found) return found;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${path} cannot be loaded (${response.status}): reload the page`);
  kept?.put(url, response.clone()).catch(() => {}); // no room: it is fetched again next time
  return response;
}

export const text = async (path) => (await file(path)).text();
export const json = async (path) => (await file(path)).json();
export const bytes = async (path) => (await file(path)).arrayBuffer();

/** Let the service worker keep the rest, now that the page has what it needs. */
export function keepForLater() {
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register(new URL("../../sw.js", HERE)).catch(() => {});
  }
}
