// What was typed and not saved: it is there again after a reload, or when one comes back to the page.

/** Keep a value for this tab, under a name. What the browser does not keep is kept no longer than the page. */
export function keep(name, value) {
  try {
    sessionStorage.setItem(`pydecl ${name}`, JSON.stringify(value));
  } catch {} // there is no room, or storage is forbidden
}

/** What was kept under a name, or null. */
export function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`pydecl ${name}`));
  } catch {
    return null;
  }
}
