// The worker: runs the compiler and hands on messages (README.md). The first message holds the compiled module, and how
// many bytes of memory the compiler may have.
importScripts("wasm_exec.js");

const waiting = []; // messages that came before the compiler was ready

const failed = (message) => self.postMessage(JSON.stringify({ method: "failed", params: { message } }));

async function run({ module, memory }) {
  const go = new Go();
  const { gojs } = go.importObject;
  const grown = gojs["runtime.resetMemoryDataView"]; // is called when the memory has grown
  gojs["runtime.resetMemoryDataView"] = (sp) => {
    grown(sp);
    if (go.mem.buffer.byteLength <= memory) return;
    const message = `the memory limit of ${memory >> 20} MB was reached`;
    failed(message);
    self.close(); // no event reaches the compiler any more
    throw new Error(message);
  };
  const ended = go.run(await WebAssembly.instantiate(module, go.importObject)); // sets onmessage
  for (const event of waiting) self.onmessage(event);
  await ended;
  throw new Error("the compiler has ended");
}

// The page is told that a message was heard: a worker that computes hears nothing.
self.addEventListener("message", () => self.postMessage('{"method":"heard"}'));

self.onmessage = (first) => {
  self.onmessage = (event) => waiting.push(event);
  run(first.data).catch((error) => failed(String(error.message || error)));
};
