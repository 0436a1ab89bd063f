// The compiler in a worker (web/README.md): requests with answers, and messages of the language server.

// Stopped is why a request has no answer: its worker was ended.
export class Stopped extends Error {
  constructor(why = "you ended it") { super(why); }
}

// The compiler ends its work at the limits of a request, 60 s and 512 MB, where it looks at them. The page ends a worker
// that does not.
const most = { seconds: 62, memory: 1 << 30 };
const patience = 1000; // ms until onslow is called

// hearing is how many ms older work goes on after a change of the text.
export const hearing = 250;

// module is the compiler, which is loaded and compiled once for all workers.
let module;
const compiled = () => (module ??= WebAssembly.compileStreaming(fetch(new URL("pzc.wasm", document.baseURI))));

export class Compiler {
  #worker;
  #waiting = new Map(); // id → {resolve, reject, progress}
  #id = 0;
  #loaded = null; // the files that this worker has
  #timers = [];
  #slow = false;
  #heard; // when the worker hears the last request
  #unheard = []; // is called when the worker hears the messages, by message

  constructor() {
    this.onmessage = () => {}; // of the language server
    this.onfailed = () => {}; // the compiler cannot run
    this.onended = () => {}; // a worker was ended, and another one was started: it has no model
    this.onslow = () => {}; // (slow) a request has waited for a second; slow is false when no request waits any more
    this.start();
  }

  start() {
    let isReady;
    this.ready = new Promise((resolve) => { isReady = resolve; });
    this.#loaded = null;
    this.#unheard = [() => {}]; // the module
    const worker = this.#worker = new Worker(new URL("worker.js", document.baseURI));
    let begun = false;
    const failed = (message) => {
      if (worker !== this.#worker) return;
      if (begun) return this.stop(message);
      for (const w of this.#waiting.values()) w.reject(new Error(message));
      this.#waiting.clear();
      this.#watch();
      this.onfailed(message);
    };
    worker.onmessage = ({ data }) => {
      const m = JSON.parse(data);
      if (worker !== this.#worker) return;
      if (m.method === "failed") return failed(m.params.message);
      if (m.method === "heard") return this.#unheard.shift()?.();
      if (m.method !== "ready") return this.#receive(m);
      begun = true;
      isReady(m.params.version);
      this.#watch();
    };
    worker.onerror = (e) => {
      e.preventDefault();
      failed(e.message || "The compiler cannot be loaded.");
    };
    // Messages wait for the module, which must be the first.
    this.#sent = compiled().then((module) => worker.postMessage({ module, memory: most.memory }), (e) => failed(e.message));
  }

  #sent;

  #post(message) {
    const worker = this.#worker;
    this.#sent.then(() => worker.postMessage(JSON.stringify(message)));
    return new Promise((heard) => { this.#unheard.push(heard); });
  }

  #receive(m) {
    if (m.jsonrpc) return this.onmessage(m);
    const waiting = this.#waiting.get(m.method === "progress" ? m.params.id : m.id);
    if (m.method === "progress") return waiting?.progress?.(m.params.text, m.params.facts);
    this.#waiting.delete(m.id);
    if (m.error) waiting?.reject(Object.assign(new Error(m.error.message), { findings: m.error.findings ?? [] }));
    else waiting?.resolve(m.result);
    this.#watch();
  }

  // #watch begins to count the time of the first of the requests that wait. The compiler answers one after the other.
  #watch() {
    this.#timers.forEach(clearTimeout);
    const timers = this.#timers = [];
    const [first] = this.#waiting.values();
    if (!first && this.#slow) {
      this.#slow = false;
      this.onslow(false);
    }
    if (!first) return;
    this.ready.then(() => {
      if (timers !== this.#timers) return; // another request is the first by now, or none
      timers.push(setTimeout(() => {
        this.#slow = true;
        this.onslow(true);
      }, this.#slow ? 0 : patience));
      if (first.bounded) return; // the request has its own limit
      timers.push(setTimeout(() => this.stop("the time limit of a minute was reached"), 1000 * most.seconds));
    });
  }

  // send sends a message to the language server.
  send(message) { this.#post({ jsonrpc: "2.0", ...message }); }

  request(method, params = {}, progress = null) {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress, bounded: Boolean(params.seconds) });
      this.#heard = this.#post({ id, method, params });
      if (this.#waiting.size === 1) this.#watch();
    });
  }

  // lookup is request for what no text decides. It is asked once more if its worker was ended, for the sake of another request.
  lookup(method, params) { return this.request(method, params).catch(() => this.request(method, params)); }

  // urgent is request for what makes older work useless. A worker that does not hear of it is ended: it works for the
  // language server.
  async urgent(method, params) {
    const asked = this.request(method, params);
    const heard = this.#heard;
    const deaf = this.ready.then(() => new Promise((late) => { setTimeout(late, hearing, true); }));
    if (await Promise.race([deaf, heard, asked.catch(() => {})]) !== true) return asked;
    this.stop();
    await asked.catch(() => {});
    return this.request(method, params);
  }

  // slow: a request has waited for a second.
  get slow() { return this.#slow; }

  // load gives the worker a model, unless it has this one.
  async load(model) {
    const key = JSON.stringify(model);
    if (this.#loaded === key) return;
    this.#loaded = key;
    await this.request("load", model);
  }

  // stop ends what the worker does, at once, and starts another worker.
  stop(why) {
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#watch();
    this.start();
    for (const w of waiting) w.reject(new Stopped(why));
    this.onended();
  }
}
