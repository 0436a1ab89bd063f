// The compiler in a worker (web/README.md): requests with answers, and messages of the language server.

// Stopped is why a request has no answer after stop.
export class Stopped extends Error {
  constructor() { super("Stopped."); }
}

// module is the compiler, which is loaded and compiled once for all workers.
let module;
const compiled = () => (module ??= WebAssembly.compileStreaming(fetch(new URL("pzc.wasm", document.baseURI))));

export class Compiler {
  #worker;
  #waiting = new Map(); // id → {resolve, reject, progress}
  #id = 0;
  #loaded = null; // the files that this worker has

  constructor() {
    this.onmessage = () => {}; // of the language server
    this.onfailed = () => {};
    this.start();
  }

  start() {
    this.ready = new Promise((resolve) => { this.#isReady = resolve; });
    this.#loaded = null;
    const worker = this.#worker = new Worker(new URL("worker.js", document.baseURI));
    worker.onmessage = (e) => this.#receive(e.data);
    worker.onerror = (e) => this.#failed(e.message || "The compiler cannot be loaded.");
    // Messages wait for the module, which must be the first.
    this.#sent = compiled().then((m) => worker.postMessage(m),
      (e) => worker === this.#worker && this.#failed(e.message));
  }

  #isReady;
  #sent;

  #post(message) {
    const worker = this.#worker;
    this.#sent.then(() => worker.postMessage(JSON.stringify(message)));
  }

  #receive(text) {
    const m = JSON.parse(text);
    if (m.jsonrpc) return this.onmessage(m);
    if (m.method === "ready") return this.#isReady(m.params.version);
    if (m.method === "failed") return this.#failed(m.params.message);
    if (m.method === "progress") return this.#waiting.get(m.params.id)?.progress?.(m.params.text);
    const waiting = this.#waiting.get(m.id);
    this.#waiting.delete(m.id);
    if (m.error) waiting?.reject(Object.assign(new Error(m.error.message), { findings: m.error.findings ?? [] }));
    else waiting?.resolve(m.result);
  }

  #failed(message) {
    for (const w of this.#waiting.values()) w.reject(new Error(message));
    this.#waiting.clear();
    this.onfailed(message);
  }

  // send sends a message to the language server.
  send(message) { this.#post({ jsonrpc: "2.0", ...message }); }

  request(method, params = {}, progress = null) {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#post({ id, method, params });
    });
  }

  get busy() { return this.#waiting.size > 0; }

  // load gives the worker a model, unless it has this one.
  async load(model) {
    const key = JSON.stringify(model);
    if (this.#loaded === key) return;
    this.#loaded = key;
    await this.request("load", model);
  }

  // stop ends what the worker does, at once, and starts another worker.
  stop() {
    this.#worker.terminate();
    for (const w of this.#waiting.values()) w.reject(new Stopped());
    this.#waiting.clear();
    this.start();
  }
}
