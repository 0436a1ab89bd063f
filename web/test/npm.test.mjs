// The npm package, installed in an empty folder: in node, and in Chromium on the page of docs/embedding.md.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { launch, root } from "./browser.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "pzc-npm-"));
const tarball = readdirSync(path.join(root, "dist")).find((name) => /^pzc-.*\.tgz$/.test(name));
writeFileSync(path.join(folder, "package.json"), `{"private": true}`);
const install = ["install", "--offline", "--no-audit", "--no-fund", path.join(root, "dist", tarball)];
execFileSync("npm", install, { cwd: folder });
after(() => execFileSync("rm", ["-r", folder]));

// block returns the only block of the document in a language.
const document = readFileSync(path.join(root, "docs/embedding.md"), "utf8");
const block = (language) => document.match(new RegExp("```" + language + "\\n([^]*?)\\n```"))[1];

const node = (text) => {
  writeFileSync(path.join(folder, "program.mjs"), text);
  return execFileSync("node", ["program.mjs"], { cwd: folder, encoding: "utf8" });
};

test("the program of the document, in node", () => {
  const out = node(block("js"));
  assert.match(out, /^solved in 4 moves, optimal \[/);
  assert.match(out, /The goal is 3 away\.\n\{ valid: false, message: 'no goal is reached' \}\n$/);
});

test("all methods, limits, cancelling and mistakes, in node", () => {
  const out = JSON.parse(node(`
    import { Pzc, Stopped } from "pzc";
    const pzc = new Pzc({ seconds: 20 }), out = {};
    const failed = (error) => [error instanceof Stopped, error.message, error.findings?.length];
    await pzc.library("wolf_goat_cabbage");
    const { plan } = await pzc.solve();
    out.count = await pzc.count();
    out.valid = [await pzc.validate({ moves: plan }), await pzc.validate({ moves: ["take(wolf)"] })];
    out.why = (await pzc.why({ question: "move", move: "take(wolf)" })).facts[1].text;
    out.moves = (await pzc.play({ moves: ["take(goat)"] })).moves.map((m) => m.move);
    out.wrong = await pzc.load("puzzle X\\nstate a: bool = fals\\ngoal a\\n").catch(failed);
    out.gone = await pzc.solve().catch(failed);
    await pzc.load("puzzle E\\nstate a[i in 0..60]: 0..9 = 0\\nmove f(i: 0..60) { a[i] := (a[i] + 1) % 10 }\\n" +
      "goal forall i in 0..60: a[i] == 9 and a[0] == 8\\n");
    const signal = AbortSignal.timeout(300);
    out.cancelled = await pzc.request("explore", {}, { signal }).catch(failed);
    out.after = (await pzc.play()).title;
    out.method = await pzc.request("sovle").catch(failed);
    await pzc.library("sudoku");
    out.sudoku = [await pzc.count({ limit: 2 }), (await pzc.steps()).facts.length > 20];
    pzc.close();
    out.closed = [await pzc.solve().catch(failed), await pzc.library("sudoku").catch(failed)];
    console.log(JSON.stringify(out));`));
  assert.match(out.gone[1], /no model is loaded/);
  assert.match(out.closed[0][1], /this compiler was closed/);
  assert.match(out.closed[1][1], /this compiler was closed/);
  assert.deepEqual(out.count, { count: 2, complete: true });
  assert.deepEqual(out.valid.map((v) => v.valid), [true, false]);
  assert.match(out.why, /the goat eats the cabbage/);
  assert.deepEqual(out.moves, ["row", "take(goat)"]);
  assert.deepEqual(out.wrong, [false, "model.pz:2:17: unknown name `fals`", 1]);
  assert.deepEqual(out.cancelled.slice(0, 2), [true, "cancelled"]);
  assert.equal(out.after, "E");
  assert.match(out.method[1], /did you mean "solve"/);
  assert.deepEqual(out.sudoku, [{ count: 1, complete: true }, true]);
});

test("the sudoku of the document, in Chromium", async () => {
  const kinds = { ".js": "text/javascript", "": "text/html" };
  const server = createServer((request, response) => {
    const name = request.url.replace(/^\/pzc\//, "");
    if (name === "/favicon.ico") return response.writeHead(404).end();
    const text = name === "/" ? block("html") : readFileSync(path.join(folder, "node_modules/pzc", name));
    response.writeHead(200, { "Content-Type": kinds[path.extname(name)] ?? "application/octet-stream" });
    response.end(text);
  }).listen(0, "127.0.0.1");
  const { browser, end } = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    for (let i = 1; i <= 3; i++) {
      await page.click("button:enabled");
      await page.waitForFunction((i) => document.querySelectorAll(".new").length === i, i);
    }
    assert.match(await page.textContent("p"), /value\[\(\d, \d\)\] is \d/);
    await page.fill("input:not([readonly]):not(.new)", "5"); // the row has a 5
    await page.click("button");
    await page.waitForFunction(() => !/ is \d/.test(document.querySelector("p").textContent));
  } finally {
    await end();
    server.close();
  }
});
