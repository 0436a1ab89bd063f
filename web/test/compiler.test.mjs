// The compiler as WebAssembly, in node: its answers are those of the program, and it does not grow.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { gunzipSync, inflateRawSync } from "node:zlib";

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
const budget = 6_000_000;

test("the compiler is small", () => assert.ok(packed.length <= budget, `${packed.length} of ${budget} bytes`));

// The instances of the library whose `expect` lines take less than a second in WebAssembly: small.json, by model. The
// list is measured with UPDATE=1, which adds new models; the test looks at no clock.
const list = path.join(root, "web/test/small.json");

// load loads a model of the library.
async function load(ask, name) {
  const loaded = (await ask("load", (await ask("example", { name })).result)).result;
  assert.ok(loaded.ok, name);
  return loaded;
}

test("the list of small instances is written", { skip: !process.env.UPDATE }, async () => {
  const ask = await start();
  const small = JSON.parse(readFileSync(list, "utf8"));
  for (const { name, group } of (await ask("examples", {})).result.models) {
    if (["template", "course"].includes(group) || small[name]) continue;
    const { complete, instances } = await load(ask, name);
    for (const instance of [...(complete ? [""] : []), ...instances]) {
      const begin = process.cpuUsage().user;
      const { result } = await ask("test", { instance, seconds: 2 });
      const seconds = (process.cpuUsage().user - begin) / 1e6;
      if (result?.results.length > 0 && result.results.every((r) => r.result === "ok") && seconds < 1)
        (small[name] ??= []).push(instance);
    }
  }
  const sorted = Object.fromEntries(Object.entries(small).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(list, JSON.stringify(sorted, null, 1) + "\n");
});

// The parts of an answer that do not depend on the machine.
const essence = ({ status, cost, plan, assignment, algorithm }) =>
  ({ status, cost, plan: plan?.map((step) => step.move), assignment, algorithm });

// Of each third model the first instance of the list is tried.
test("expectations of the library hold, and answers by a named algorithm are those of the program", async () => {
  const ask = await start();
  let compared = 0;
  const third = Object.entries(JSON.parse(readFileSync(list, "utf8"))).filter((_, i) => i % 3 === 0);
  for (const [name, [instance]] of third) {
    const { moves } = await load(ask, name);
    const { result, error } = await ask("test", { instance, seconds: 600 });
    assert.deepEqual(result?.results.filter((r) => r.result !== "ok") ?? error, [], `${name} ${instance}`);
    const how = moves ? { algorithm: "bfs" } : { backend: "sat" };
    const flags = ["solve", name, "--format", "json", "--quiet", "--threads", "1",
      ...(instance ? ["-i", instance] : []),
      ...Object.entries(how).flatMap(([flag, value]) => [`--${flag}`, value])];
    // What is too large for bfs, or is not for SAT, is left out: by counts, which are the same everywhere.
    const native = spawnSync(pzc, [...flags, "--memory", "32MiB"], { encoding: "utf8" });
    if (native.status !== 0 && native.status !== 1) continue;
    const wanted = JSON.parse(native.stdout);
    if (wanted.stats.expanded > 20_000 || wanted.stats.clauses > 20_000) continue;
    const answer = await ask("solve", { instance, ...how, seconds: 600 });
    assert.deepEqual(essence(answer.result.answer), essence(wanted), `${name} ${instance}`);
    compared++;
  }
  assert.ok(compared > third.length / 2, `${compared} answers were compared`);
});

test("the models of the documents open, and what the documents link to is there", async () => {
  const ask = await start();
  const folder = path.join(root, "web/dist/docs");
  let models = 0;
  for (const name of readdirSync(folder).filter((f) => f.endsWith(".html"))) {
    for (const [, link] of readFileSync(path.join(folder, name), "utf8").matchAll(/(?:href|src)="([^"]*)"/g)) {
      const [file, hash = ""] = link.split("#");
      if (hash.startsWith("v1=")) {
        const model = JSON.parse(inflateRawSync(Buffer.from(hash.slice(3), "base64url")));
        const { ok, findings } = (await ask("load", model)).result;
        assert.ok(ok, `${name}: ${model.main}: ${JSON.stringify(findings)}`);
        models++;
      } else if (hash.startsWith("example=")) {
        assert.ok((await ask("example", { name: hash.slice(8) })).result, `${name}: ${link}`);
      } else if (!/^https?:/.test(file)) {
        const target = path.join(folder, file || name);
        assert.ok(existsSync(target), `${name}: ${link}`);
        if (hash) assert.match(readFileSync(target, "utf8"), new RegExp(`id="${hash}"`), `${name}: ${link}`);
      }
    }
  }
  assert.ok(models > 20, `${models} models`);
});
