// SWI-Prolog, asked from a page: each engine is a worker, which can be ended in the middle of its work.
//
// One engine is made ready while another works, so that who stops a search, or consults another game, need not wait.

import { bytes, file, text } from "./files.js";

/** How long after its time a search that does not look at the clock is ended, in seconds. */
const GRACE = 1.5;

/** Where the programs are in SWI-Prolog's file system; it finds the adapters of other conventions beside them. */
const PROGRAMS = "/pydecl/support/worker.qlf";

/** What ended a request before its answer: `why` is "stopped", "time", or what SWI-Prolog said when it died. */
export class EndedError extends Error {
  constructor(why) {
    super(why);
    this.why = why;
  }
}

export class Engines {
  constructor() {
    this.parts = loaded();
    this.spare = this.made();
  }

  /** An engine in which nothing has been loaded; another one is made soon after. */
  async fresh() {
    const engine = this.spare;
    this.spare = null;
    setTimeout(() => (this.spare ??= this.made()), 300);
    return engine ?? this.made();
  }

  /**
   * What a replay tells, of `input`, by the files of prolog/ that it needs, {path: text}; it has a worker of its own.
   * Throws EndedError.
   */
  async replayed(files, input, seconds) {
    const { script, start } = await this.parts;
    const worker = new Worker(script);
    try {
      return await new Promise((resolve, reject) => {
        setTimeout(() => reject(new EndedError("time")), 1000 * seconds);
        worker.onmessage = ({ data }) => (data.failed ? reject(new EndedError(data.failed)) : resolve(data.marks));
        worker.onerror = (event) => reject(new EndedError(event.message));
        const named = Object.entries(files).map(([path, content]) => [`/pydecl/${path}`, content]);
        worker.postMessage({ ...start, files: named, input });
      });
    } finally {
      worker.terminate();
    }
  }

  async made() {
    const engine = new Engine(await this.parts);
    await engine.ready;
    return engine;
  }
}

async function loaded() {
  const compiled = file("swipl/swipl-web.wasm").then(compile);
  const script = Promise.all([text("swipl/swipl-web.js"), text("worker.js")]);
  const programs = bytes("prolog/worker.qlf");
  const data = bytes("swipl/swipl-web.data");
  return {
    // From a blob, a worker has the page's own Content-Security-Policy: no game in it can reach the network.
    script: URL.createObjectURL(new Blob([(await script).join("\n")], { type: "text/javascript" })),
    start: { module: await compiled, data: await data, files: [[PROGRAMS, await programs]] },
  };
}

async function compile(response) {
  const headers = { "Content-Type": "application/wasm" };
  const typed = response.headers.get("Content-Type") === headers["Content-Type"];
  return WebAssembly.compileStreaming(typed ? response : new Response(response.body, { headers }));
}

class Engine {
  constructor({ script, start }) {
    this.worker = new Worker(script);
    this.asked = null;
    this.count = 0;
    this.isOver = false;
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => (data.ready ? resolve() : reject(new Error(data.failed)));
      this.worker.onerror = (event) => reject(new Error(event.message));
    });
    this.ready.then(() => (this.worker.onmessage = ({ data }) => this.told(data)));
    this.worker.postMessage(start);
  }

  /**
   * The reply to a request, {kind, text}, with the `events` of a trace and what the rules `printed`.
   *
   * `seconds` is the time after which the engine is ended. Throws EndedError, whose `events` came before.
   */
  ask(request, seconds) {
    if (this.isOver) return Promise.reject(new EndedError("stopped"));
    this.count += 1;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.end("time"), 1000 * (seconds + GRACE));
      this.asked = { id: this.count, events: [], printed: [], resolve, reject, late };
      this.worker.postMessage({ id: this.count, request });
    });
  }

  /** Give it Prolog files, by their paths below prolog/. */
  async has(paths) {
    const files = paths.map(async (path) => [`/pydecl/${path}`, await text(`prolog/${path}`)]);
    this.worker.postMessage({ files: await Promise.all(files) });
  }

  /** End it, whatever it does; the request that it works on throws EndedError. */
  end(why = "stopped") {
    this.isOver = true;
    this.worker.terminate();
    if (this.asked === null) return;
    const { reject, events, late } = this.asked;
    this.asked = null;
    clearTimeout(late);
    reject(Object.assign(new EndedError(why), { events: events.join("") }));
  }

  told({ id, events, printed, reply, died }) {
    if (this.asked?.id !== id) return;
    if (events !== undefined) this.asked.events.push(events);
    if (printed !== undefined) this.asked.printed.push(printed);
    if (died !== undefined) this.end(died);
    if (reply === undefined) return;
    const asked = this.asked;
    this.asked = null;
    clearTimeout(asked.late);
    const [, kind, text] = /^(\w+) ?([^]*)$/.exec(reply);
    asked.resolve({ kind, text, events: asked.events.join(""), printed: asked.printed.join("\n") });
  }
}
