// Questions to the server: as JSON, or as a stream of parts.

/** The answer to a question about a text. Throws an Error with the server's words. */
export async function ask(path, fields, signal) {
  const response = await fetch(path, {
    method: fields ? "POST" : "GET",
    headers: fields ? { "Content-Type": "application/json", Accept: "application/json" } : { Accept: "application/json" },
    body: fields ? JSON.stringify(fields) : undefined,
    signal,
  });
  const told = await response.json().catch(() => ({ wrong: `the server says ${response.status}` }));
  if (!response.ok || told.wrong) throw new Error(told.wrong);
  return told;
}

/** Parts of an answer, as they come: `heard(part)`, at the end `ended(wrong, whole)`. Gives what stops it. */
export function stream(path, heard, ended) {
  const source = new EventSource(path);
  const end = (wrong, done) => { source.close(); ended(wrong, done); };
  source.addEventListener("part", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("done", (event) => end(null, JSON.parse(event.data)));
  source.addEventListener("wrong", (event) => end(JSON.parse(event.data)));
  source.onerror = () => end("the connection was lost");
  addEventListener("pagehide", () => source.close());
  return () => source.close();
}

/** Fill an element with the parts of the answer that its page asks for; `heard` and `ended` give what is said of it. */
export function fill(table, path, heard, ended) {
  if (!table.dataset.query) return;
  const [progress, stop] = ["progress", "stop"].map((id) => document.getElementById(id));
  const close = stream(`${path}?${table.dataset.query}`, (part) => { progress.textContent = heard(part); }, (wrong, done) => {
    stop.disabled = true;
    progress.textContent = wrong ? `Ended: ${wrong}` : ended(done);
    if (!wrong) table.dataset.ready = "";
  });
  stop.disabled = false;
  stop.addEventListener("click", () => {
    close();
    stop.disabled = true;
    progress.textContent = `${progress.textContent.replace(" …", ". ")}Stopped.`;
  });
}
