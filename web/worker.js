// The worker: runs the compiler and hands on messages (README.md). The first message holds the compiled module.
importScripts("wasm_exec.js");

const waiting = []; // messages that came before the compiler was ready

async function run(module) {
  const go = new Go();
  const ended = go.run(await WebAssembly.instantiate(module, go.importObject)); // sets onmessage
  for (const event of waiting) self.onmessage(event);
  await ended;
  throw new Error("the compiler has ended");
}

self.onmessage = (first) => {
  self.onmessage = (event) => waiting.push(event);
  run(first.data).catch((error) => {
    self.postMessage(JSON.stringify({ method: "failed", params: { message: String(error.message || error) } }));
  });
};
