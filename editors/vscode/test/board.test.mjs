// The board panel without an editor: its link, its frame, and the `pzc web` that it frames.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { connect, root } from "./client.mjs";

const { outputFiles } = await build({
  entryPoints: [path.join(root, "editors/vscode/src/page.ts")], bundle: true, format: "esm", platform: "node",
  write: false,
});
const { addressIn, fragment, html, planText } = await import("data:text/javascript," + encodeURIComponent(outputFiles[0].text));

test("the link holds what the server says, without the folder", { timeout: 60_000 }, async () => {
  const c = await connect();
  c.open("file:///tmp/up.pz", "puzzle Up\nstate n: 0..2 = 0\nmove up when n < 2 { n := n + 1 }\ngoal n == 2\n");
  c.open("file:///tmp/up.plan", "up\nup\n");
  const board = await c.request("pzc/board", {
    textDocument: { uri: "file:///tmp/up.plan" }, position: { line: 0, character: 0 },
  });
  assert.equal(board.folder, "file:///tmp");
  const [, packed] = fragment(board).match(/^v1=([\w-]+)&embed=editor$/);
  const state = JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")));
  assert.deepEqual(Object.keys(state.files), ["up.pz"]);
  assert.deepEqual([state.main, state.instance, state.moves, state.ahead], ["up.pz", "", ["up"], ["up"]]);
  assert.equal("folder" in state, false);
  const { edits, line } = await c.request("pzc/played", {
    textDocument: { uri: "file:///tmp/up.plan" }, moves: ["up"], ahead: [],
  });
  assert.deepEqual(edits.map((e) => e.newText), [""], "the second move is gone");
  assert.equal(line, 0);
  const plan = planText({ main: "up.pz", instance: "", moves: ["up"], ahead: ["up"] });
  assert.equal(plan, "# model up.pz\nup\nup\n");
  c.open("file:///tmp/other.plan", plan);
  assert.deepEqual(await c.diagnostics("file:///tmp/other.plan"), []);
  await c.end();
});

test("the panel frames one origin, and runs one script", () => {
  const text = html("http://127.0.0.1:8765/");
  const [, policy] = text.match(/Content-Security-Policy" content="([^"]+)"/);
  const [, nonce] = text.match(/<script nonce="([\w-]+)">/);
  assert.equal(policy, "default-src 'none'; frame-src http://127.0.0.1:8765; " +
    `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`);
  assert.notEqual(text, html("http://127.0.0.1:8765/"), "a nonce is used once");
  const [, script] = text.match(/<script[^>]*>([^]*)<\/script>/);
  new Function(script); // is JavaScript
});

test("the address is the one that pzc prints; what it says otherwise is the error", { timeout: 60_000 }, async () => {
  const start = (...command) => spawn(command[0], command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
  const pzc = process.env.PZC ?? path.join(root, "bin/pzc");
  const server = start(pzc, "web", "--port", "0");
  try {
    const address = await addressIn(server);
    const page = await fetch(address);
    assert.doesNotMatch(page.headers.get("Content-Security-Policy"), /frame-ancestors/);
    assert.equal(page.headers.get("X-Frame-Options"), null);
  } catch (error) {
    assert.match(error.message, /built without the playground/);
  } finally {
    server.kill();
  }
  await assert.rejects(addressIn(start(pzc, "web", "--port", "70000")), /port|built without the playground/);
  await assert.rejects(addressIn(start("/nowhere/pzc")), /ENOENT/);
});
