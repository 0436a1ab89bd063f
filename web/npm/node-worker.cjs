// A worker of node as worker.js expects one.
const { parentPort } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

globalThis.self = globalThis;
globalThis.postMessage = (message) => parentPort.postMessage(message);
const listeners = [];
globalThis.addEventListener = (_, listener) => listeners.push(listener); // worker.js listens to messages alone
globalThis.close = () => parentPort.close();
globalThis.importScripts = (name) => vm.runInThisContext(readFileSync(path.join(__dirname, name), "utf8"), name);
importScripts("worker.js");
parentPort.on("message", (data) => {
  for (const listener of [...listeners, globalThis.onmessage]) listener({ data });
});
