// The compiler as WebAssembly, in node: its answers are those of the program, and it does not grow.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { gunzipSync } from "node:zlib";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const pzc = process.env.PZC ?? path.join(root, "bin/pzc");
const packed = readFileSync(path.join(root, "web/dist/pzc.wasm.gz"));

// start runs the compiler and returns a function that asks it.
async function start() {
  vm.runInThisContext(readFileSync(path.join(root, "web/dist/wasm_exec.js"), "utf8"));
  const waiting = [];
  let ready;
  const begun = new Promise((resolve) => { ready = resolve; });
  globalThis.postMessage = (text) => {
    const message = JSON.parse(text);
    if (message.method === "ready") ready();
    if (!message.method) waiting.shift()(message);
  };
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(gunzipSync(packed), go.importObject);
  go.run(instance);
  await begun;
  return (method, params) => new Promise((resolve) => {
    waiting.push(resolve);
    globalThis.onmessage({ data: JSON.stringify({ id: 1, method, params }) });
  });
}

// The compiler is at most this large, compressed by gzip -9.
const budget = 4_500_000;

test("the compiler is small", () => assert.ok(packed.length <= budget, `${packed.length} of ${budget} bytes`));

// The parts of an answer that do not depend on the machine.
const essence = ({ status, cost, plan, assignment, algorithm }) =>
  ({ status, cost, plan: plan?.map((step) => step.move), assignment, algorithm });

test("answers are those of the program", async () => {
  const ask = await start();
  const names = JSON.parse(execFileSync(pzc, ["models", "--format", "json"], { encoding: "utf8" }));
  let compared = 0;
  for (const name of (names.models ?? names).map((m) => m.name)) {
    const example = (await ask("example", { name })).result;
    const loaded = (await ask("load", example)).result;
    assert.ok(loaded.ok, name);
    for (const instance of [...(loaded.complete ? [""] : []), ...loaded.instances].slice(0, 2)) {
      // Limits on states, not on time, decide what is compared.
      const flags = ["solve", name, "--format", "json", "--quiet", "--threads", "1", "--memory", "64MiB", "--timeout", "2s",
        ...(instance ? ["-i", instance] : []), ...(loaded.moves ? ["--algorithm", "bfs"] : ["--backend", "sat"])];
      let native;
      try {
        native = JSON.parse(execFileSync(pzc, flags, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      } catch (e) {
        if (e.status !== 1) continue; // too large, or a limit was reached
        native = JSON.parse(e.stdout);
      }
      if (native.status === "unknown" || native.stats.solve_seconds + native.stats.compile_seconds > 0.3) continue;
      const answer = await ask("solve", { instance, ...(loaded.moves ? { algorithm: "bfs" } : { backend: "sat" }), seconds: 600 });
      assert.deepEqual(essence(answer.result.answer), essence(native), `${name} ${instance}`);
      compared++;
    }
  }
  assert.ok(compared > 40, `${compared} answers were compared`);
});
