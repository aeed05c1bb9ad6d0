// SWI-Prolog in a web worker: one request in, one reply out, as prolog/support/worker.pl answers them.
//
// engine.js puts this text behind swipl-web.js, which defines SWIPL. Messages that come in:
//
//     {module, data, files}    once: the WebAssembly module, its file system, and [path, content] of other files
//     {…, input}               the same, for one replay by prolog/support/marking.pl of what it reads; {marks} go out
//     {files}                  more of them
//     {id, request}            a request
//
// and that go out: {ready}, or {failed}; {id, events} while a search is traced; {id, printed} for what the rules
// print; {id, reply}, or {id, died} where SWI-Prolog is gone.

const MOST_PRINTED = 64 * 1024;
const MOST_EVENTS = 64 * 1024;
const AT_ONCE = 1000;
const MEMORY = 512 * 1024 * 1024;
const INPUT = "/pydecl/recording";

// What reaches out of a worker, or into what the site keeps. Rules cannot call JavaScript, for SWI-Prolog looks for a
// window to do so; if they ever find a way, there is nothing to be had.
const OUTSIDE = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "Worker"],
  ...["SharedWorker", "BroadcastChannel", "importScripts", "caches", "indexedDB", "cookieStore", "navigator"],
];

let prolog = null;
let fileSystem = null;
let current = null;
let printed = 0;
let events = [];
let lines = 0;
const decoder = new TextDecoder();

self.onmessage = async ({ data: message }) => {
  if (message.module) {
    try {
      if (message.input === undefined) {
        await start(message);
        self.postMessage({ ready: true });
      } else self.postMessage({ marks: await replay(message) });
    } catch (error) {
      self.postMessage({ failed: String(error?.message ?? error) });
    }
    return;
  }
  if (message.files) {
    write(message.files);
    return;
  }
  current = message.id;
  printed = 0;
  lines = 0;
  try {
    const reply = answer(message.request);
    sendEvents();
    self.postMessage({ id: current, reply });
  } catch (error) {
    const died = error?.name === "ExitStatus" ? "the rules ended it" : String(error?.message ?? error);
    self.postMessage({ id: current, died });
  }
};

async function begin({ module, data, files }, said) {
  const swipl = await SWIPL({
    arguments: ["-q", "--no-signals"],
    getPreloadedPackage: () => data,
    instantiateWasm(imports, instantiated) {
      WebAssembly.instantiate(module, imports).then((instance) => instantiated(instance, module));
      return {};
    },
    print: said,
    printErr: () => {},
    stdin: () => null,
  });
  fileSystem = swipl.FS;
  write(files);
  prolog = swipl.prolog;
}

async function replay(message) {
  const told = [];
  await begin({ ...message, files: [...message.files, [INPUT, message.input]] }, (line) => told.push(line));
  closeOff();
  run(`consult('/pydecl/support/marking.pl'), open('${INPUT}', read, In), set_stream(In, alias(user_input))`);
  run("pydecl_marking:mark_recording");
  run("flush_output(user_output)");
  return told.join("\n");
}

async function start(message) {
  await begin(message, print);
  fileSystem.createDevice("/dev", "events", null, event);
  run("set_prolog_flag(verbose, silent), consult('/pydecl/support/worker.qlf')");
  run("open('/dev/events', append, Stream), pydecl_events:events_opened(Stream)");
  answer(`bounded(${MEMORY})`);
  closeOff();
}

function closeOff() {
  for (let object = self; object; object = Object.getPrototypeOf(object)) {
    for (const name of OUTSIDE) delete object[name];
  }
  const left = OUTSIDE.filter((name) => name in self);
  if (left.length) throw new Error(`${left.join(", ")} cannot be taken from the rules`);
}

function write(files) {
  for (const [path, content] of files) {
    fileSystem.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    fileSystem.writeFile(path, typeof content === "string" ? content : new Uint8Array(content));
  }
}

function run(goal) {
  const done = prolog.query(goal).once();
  if (!done.success) throw new Error(done.message ?? `${goal} failed`);
}

function answer(request) {
  const found = prolog.query("pydecl_worker:request(Request, Reply)", { Request: request }).once();
  if (!found.success) throw new Error(found.message ?? "the request failed");
  return found.Reply.v ?? String(found.Reply);
}

// The first lines are sent one by one: of a search that is ended early they are all there is.
function event(byte) {
  events.push(byte);
  if (byte === 10) lines += 1;
  if (events.length >= MOST_EVENTS || (byte === 10 && lines <= AT_ONCE)) sendEvents();
}

function sendEvents() {
  if (events.length === 0) return;
  self.postMessage({ id: current, events: decoder.decode(new Uint8Array(events), { stream: true }) });
  events = [];
}

function print(line) {
  if (current === null || printed > MOST_PRINTED) return;
  printed += line.length + 1;
  self.postMessage({ id: current, printed: line });
}
