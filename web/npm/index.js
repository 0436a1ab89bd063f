// The compiler in a worker, for node and for browsers. index.d.ts describes what is here.

/** Stopped is why a request has no answer: a limit was reached, or it was cancelled. */
export class Stopped extends Error {}

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

// bytesOf reads a file of this package.
async function bytesOf(name) {
  const url = new URL(name, import.meta.url);
  if (inNode) return (await import("node:fs/promises")).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be read: ${response.status}`);
  return response.arrayBuffer();
}

async function compiled() {
  const packed = new Blob([await bytesOf("pzc.wasm.gz")]).stream();
  // A server may have unpacked the file already: WebAssembly begins with a zero byte, gzip does not.
  const [first, rest] = packed.tee();
  const { value } = await first.getReader().read();
  const plain = value[0] === 0 ? rest : rest.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

let module; // is compiled once for all workers

// startWorker returns a worker that runs the compiler.
async function startWorker(memory) {
  module ??= compiled();
  const message = { module: await module, memory };
  if (!inNode) {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    worker.postMessage(message);
    return worker;
  }
  const { Worker: Thread } = await import("node:worker_threads");
  const thread = new Thread(new URL("node-worker.cjs", import.meta.url));
  thread.postMessage(message);
  const worker = { postMessage: (m) => thread.postMessage(m), terminate: () => thread.terminate() };
  thread.on("message", (data) => worker.onmessage({ data }));
  thread.on("error", (e) => worker.onerror({ message: e.message, preventDefault() {} }));
  worker.idle = (is) => (is ? thread.unref() : thread.ref()); // a program ends when nothing waits for an answer
  worker.idle(true);
  return worker;
}

/** Pzc is a compiler with one model. Its methods are answered one after the other. */
export class Pzc {
  #options;
  #worker; // a promise of one
  #waiting = new Map(); // id → {resolve, reject}
  #id = 0;
  #model = null;
  #moves = false; // the model has moves
  #generation = 0;
  #closed = false;
  #failed = false; // the last load

  constructor(options = {}) { this.#options = { seconds: 60, memory: 512 << 20, ...options }; }

  #start() {
    const generation = this.#generation;
    const end = (message) => { if (generation === this.#generation) this.#end(new Stopped(message)); };
    return (this.#worker ??= startWorker(2 * this.#options.memory).then((worker) => {
      worker.onerror = (e) => { e.preventDefault?.(); end(e.message || "the compiler cannot run"); };
      worker.onmessage = ({ data }) => {
        const m = JSON.parse(data);
        if (m.method === "failed") return end(m.params.message);
        if (m.method || !this.#waiting.has(m.id)) return;
        const { resolve, reject } = this.#waiting.get(m.id);
        this.#waiting.delete(m.id);
        if (this.#waiting.size === 0) worker.idle?.(true);
        if (m.error) reject(Object.assign(new Error(m.error.message), { findings: m.error.findings ?? [] }));
        else resolve(m.result);
      };
      return worker;
    }));
  }

  // #end ends the worker, at once. The next request starts another one.
  #end(error) {
    this.#generation++;
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const w of waiting) w.reject(error);
  }

  async #ask(method, params) {
    if (this.#closed) throw new Error("this compiler was closed; make another one with new Pzc()");
    const worker = await this.#start();
    const id = ++this.#id;
    worker.idle?.(false);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage(JSON.stringify({ id, method, params }));
    });
  }

  /** request asks what web/README.md of pzc describes, about the loaded model. */
  async request(method, params = {}, { signal } = {}) {
    if (signal?.aborted) throw new Stopped("cancelled");
    if (this.#failed && method !== "example") throw new Error("no model is loaded; call load or library first");
    const { seconds, memory } = { ...this.#options, ...params };
    const cancel = () => this.#end(new Stopped("cancelled"));
    signal?.addEventListener("abort", cancel);
    let timer;
    try {
      if (!this.#worker && this.#model) await this.#ask("load", this.#model); // the worker is a new one
      const late = () => this.#end(new Stopped(`the time limit of ${seconds} s was reached`));
      timer = setTimeout(late, 1000 * (seconds + 2)); // work that does not look at its limit
      return await this.#ask(method, { instance: "", ...params, seconds, memory });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  /**
   * load checks a model: a text, or texts by the names of files. It throws an error with findings. The model before it
   * is gone then, too.
   */
  async load(model, main) {
    const files = typeof model === "string" ? { "model.pz": model } : model;
    const wanted = { files, main: main ?? Object.keys(files)[0] };
    this.#model = null;
    this.#failed = true;
    const result = await this.#ask("load", wanted);
    if (!result.ok) {
      const errors = (result.findings ?? []).filter((f) => f.severity === "error");
      const text = errors.map((f) => `${f.file}:${f.line}:${f.column}: ${f.message}`).join("\n");
      throw Object.assign(new Error(text || "the model has errors"), { findings: result.findings });
    }
    this.#model = wanted;
    this.#failed = false;
    this.#moves = Boolean(result.moves);
    return result;
  }

  /** library loads a model of the library, such as "sudoku". */
  async library(name) {
    const { files, main } = await this.#ask("example", { name });
    return this.load(files, main);
  }

  solve(params, options) { return this.request("solve", params, options); }

  /** count counts solutions, up to limit. complete is false if there may be more. */
  async count({ limit = 1000, ...params } = {}, options) {
    const { answer, solutions } = await this.solve({ ...params, all: true, limit }, options);
    return { count: solutions?.length ?? 0, complete: Boolean(answer.complete) || answer.status === "unsolvable" };
  }

  /** hint is the next move or, without moves, the next value that follows, with its reason. */
  async hint(params = {}, options) {
    return this.request(this.#moves ? "hint" : "next", params, options);
  }

  steps(params, options) { return this.request("why", { ...params, question: "steps" }, options); }

  why(params, options) { return this.request("why", { question: "solution", ...params }, options); }

  /** validate says whether moves, or values, are a solution. */
  async validate(params, options) {
    let at = await this.play(params, options);
    if (at.judge) at = { ...at, ...await this.request("judge", params, options) };
    if (at.broken) return { valid: false, message: at.broken.message, at: at.broken.index };
    const done = at.goal ?? at.solved;
    return { valid: Boolean(done), message: done ? "" : at.lost || at.conflicts?.[0]?.message || "no goal is reached" };
  }

  /** play is the position after moves, or the board with values. */
  play(params = {}, options) { return this.request(params.values ? "values" : "position", params, options); }

  /** close ends the worker. Later requests are refused. */
  close() {
    this.#closed = true;
    this.#end(new Stopped("closed"));
  }
}
