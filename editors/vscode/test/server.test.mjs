import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "./client.mjs";

const uri = "file:///tmp/walk.pz";
const walk = `puzzle Walk
param n: 1..9 = 3
state at: 0..n = 0
move go(k: 1..2) when at + k <= n { at := at + k }
goal at == n
expect cost 2
expect cost 3
`;

test("findings, hover, completion, lenses, a solved puzzle and tested lines", { timeout: 60_000 }, async () => {
  const c = await connect({ workspace: { codeLens: { refreshSupport: true } }, window: { workDoneProgress: true } });
  assert.equal(c.can.positionEncoding, "utf-16");
  c.open("file:///tmp/wrong.pz", walk.replace("goal at", "goal att"));
  const found = await c.diagnostics("file:///tmp/wrong.pz", (d) => d.length > 0);
  assert.match(found[0].message, /did you mean `at`/);
  const fixes = await c.request("textDocument/codeAction", {
    textDocument: { uri: "file:///tmp/wrong.pz" }, range: found[0].range, context: { diagnostics: found },
  });
  assert.equal(fixes[0].edit.changes["file:///tmp/wrong.pz"][0].newText, "at");

  c.open(uri, walk);
  const here = { textDocument: { uri }, position: { line: 4, character: 5 } };
  assert.match((await c.request("textDocument/hover", here)).contents.value, /state variable: a number/);
  assert.ok((await c.request("textDocument/completion", here)).items.some((i) => i.label === "forall"));
  assert.ok((await c.request("textDocument/semanticTokens/full", { textDocument: { uri } })).data.length > 100);

  const lenses = await c.request("textDocument/codeLens", { textDocument: { uri } });
  const run = (title) => {
    const { command } = lenses.find((l) => l.command.title === title);
    return c.request("workspace/executeCommand", { command: command.command, arguments: command.arguments });
  };
  assert.match((await run("▶ solve")).text, /Walk: solved in 2 moves, optimal/);
  assert.match(c.messages[0], /Walk: solved/);
  const results = await run("▶ expect cost 2");
  assert.deepEqual(results.map((r) => r.result), ["ok", "failed"]);
  const missed = await c.diagnostics(uri, (d) => d.some((f) => f.code === "expect"));
  assert.equal(missed.find((f) => f.code === "expect").range.start.line, 6);
  const after = await c.request("textDocument/codeLens", { textDocument: { uri } });
  assert.deepEqual(after.slice(-2).map((l) => l.command.title), ["✓ cost 2", "✗ cost 2"]);
  assert.deepEqual(
    (await c.request("pzc/expectations", { textDocument: { uri } })).map((e) => e.expect), ["cost 2", "cost 3"]);
  assert.match(await c.request("pzc/library", { uri: "std:taquin/taquin.pz" }), /puzzle Taquin/);
  assert.equal(await c.end(), 0);
});

test("a run without end is cancelled", { timeout: 60_000 }, async () => {
  const c = await connect();
  const endless = walk.replace("1..9 = 3", "1..1000000 = 999999").replaceAll(/expect.*\n/g, "") +
    "state x[i in 1..40]: bool = false\nmove flip(i: 1..40) { x[i] := not x[i] }\ngoal forall i in 1..40: x[i]\n";
  c.open(uri, endless);
  const { CancellationTokenSource } = await import("vscode-languageserver-protocol/node");
  const source = new CancellationTokenSource();
  const run = c.request("workspace/executeCommand", { command: "pzc.run", arguments: [{ uri, verb: "solve" }] }, source.token);
  source.cancel();
  await Promise.race([run.catch(() => {}), c.request("textDocument/hover", {
    textDocument: { uri }, position: { line: 0, character: 8 },
  })]);
  assert.equal(await c.end(), 0);
});

test("an untrusted workspace is only checked", { timeout: 60_000 }, async () => {
  const c = await connect({}, { untrusted: true });
  c.open(uri, walk);
  assert.deepEqual(await c.request("textDocument/codeLens", { textDocument: { uri } }), []);
  await assert.rejects(
    c.request("workspace/executeCommand", { command: "pzc.run", arguments: [{ uri, verb: "solve" }] }), /not trusted/);
  await c.end();
});
