// Rules in the part of an address that no server sees: compressed, and written with letters, digits, `-` and `_`.

const AT_ONCE = 8192; // how many characters a call may have as arguments

export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let units = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) units += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(units).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The rules that this page's address carries if its fields name no game, else null. */
export const carried = async (given) =>
  (location.hash.length > 1 && !given.get("game") ? unpacked(location.hash.slice(1)).catch(() => null) : null);

/** The text that was packed. Throws if it was not. */
export async function unpacked(words) {
  const bytes = Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
