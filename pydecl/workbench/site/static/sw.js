// Keeps the files of one version of the site, so that it works without a network. A new version is a new script.

const VERSION = "{{version}}";
const FILES = {{files}};
const ROOT = new URL(".", self.location);
const NAME = `pydecl ${ROOT.pathname}assets/${VERSION}/`;

self.addEventListener("install", (event) => {
  event.waitUntil(kept().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(swept().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === ROOT.origin) event.respondWith(answered(event.request, url));
});

async function kept() {
  const cache = await caches.open(NAME);
  for (const path of FILES) {
    const url = new URL(path, ROOT).href;
    if (!(await cache.match(url))) await cache.add(new Request(url, { cache: "no-cache" }));
  }
}

async function swept() {
  const ours = `pydecl ${ROOT.pathname}assets/`;
  for (const name of await caches.keys()) {
    if (name.startsWith(ours) && name !== NAME) await caches.delete(name);
  }
}

// A page is asked of the network first, for there may be a newer one; what has a version is what is kept.
async function answered(request, url) {
  const cache = await caches.open(NAME);
  url.search = "";
  url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  const found = await cache.match(url.href);
  if (request.mode !== "navigate") return found ?? fetch(request);
  return fetch(request).catch(() => found ?? Response.error());
}
