// The worker: loads the compiler and hands on messages (README.md).
importScripts("wasm_exec.js");

const waiting = []; // messages that came before the compiler was ready
self.onmessage = (event) => waiting.push(event);

(async () => {
  const go = new Go();
  const module = await WebAssembly.instantiateStreaming(fetch("pzc.wasm"), go.importObject);
  const ended = go.run(module.instance); // sets onmessage
  for (const event of waiting) self.onmessage(event);
  await ended;
  throw new Error("the compiler has ended");
})().catch((error) => {
  self.postMessage(JSON.stringify({ method: "failed", params: { message: String(error.message || error) } }));
});
