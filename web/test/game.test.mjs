// Pages on which others play, from disk: by keys, by touch on a phone, and by the compiler in the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import axe from "axe-core";
import { launch, root } from "./browser.mjs";

const pzc = process.env.PZC ?? path.join(root, "bin/pzc");
const folder = mkdtempSync(path.join(tmpdir(), "pzc-game-"));
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
let chromium;
before(async () => { chromium = await launch(); });
after(async () => { await chromium.end(); rmSync(folder, { recursive: true, force: true }); });

// open writes the page of a model and opens it. What the console says is a failure.
async function open(t, model, flags, options) {
  const file = path.join(folder, "game.html");
  execFileSync(pzc, ["play", model, "--quiet", "--html", file, ...flags]);
  const context = await chromium.browser.newContext({ offline: true, ...options });
  const page = await context.newPage(), said = [];
  page.on("console", (m) => said.push(m.text()));
  page.on("pageerror", (e) => said.push(String(e)));
  page.on("dialog", (d) => { said.push(`dialog: ${d.message()}`); d.dismiss(); });
  await page.goto(pathToFileURL(file).href);
  await page.locator("main").waitFor({ timeout: 60_000 });
  t.after(async () => { assert.deepEqual(said, []); await context.close(); });
  return { page, text: readFileSync(file, "utf8"), says: (text) => page.locator("#say", { hasText: text }).waitFor() };
}

async function accessible(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
}

const shot = async (page, name) => { if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) }); };

const corridor = `puzzle Corridor
state at: 0..3 = 1
move step(d: Dir) where d in {left, right} when (d == left => at > 0) else "<img src=x onerror=alert(1)>"
  as "</script><script>alert(2)</script>{d}" { at := if d == right then at + 1 else at - 1 }
goal at == 2
lost at == 0 else "you <b>fell</b>"
view c in grid(1, 4): if c.col == at then "<" else "&"
view "at {at} </svg><script>alert(3)</script>"
`;

test("keys on a desktop: lost, undo, won; texts are never markup", async (t) => {
  const model = path.join(folder, "corridor.pz");
  writeFileSync(model, corridor);
  const { page, text, says } = await open(t, model, ["--best"], { colorScheme: "dark" });
  await page.keyboard.press("ArrowUp");
  await says("No move leads up here.");
  await page.keyboard.press("ArrowLeft");
  await says("You <b>fell</b>. Undo, or restart.");
  await page.keyboard.press("u");
  await page.locator("#count", { hasText: "0 moves · best possible: 1" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await says("Solved in 1 move.");
  await page.reload();
  await says("Solved in 1 move.");
  await page.locator("#count", { hasText: "1 move · best possible: 1 · your best: 1" }).waitFor();
  await shot(page, "game-dark");
  await accessible(page);
  assert.equal(await page.locator("script").count(), 2);
  assert.equal(await page.locator("img, b").count(), 0);
  const data = JSON.parse(gunzipSync(Buffer.from(text.match(/id="data">([^<]*)/)[1], "base64url")));
  assert.equal(data.levels[0].plan, undefined);
  assert.ok(!data.model);
});

test("touch on a phone: a swipe, a tap, buttons, a restart, the solution if it is asked for", async (t) => {
  const { page, says } = await open(t, "sokoban_pushes", ["--solution"], phone);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const first = page.locator("#list button").first();
  await first.tap();
  await page.locator("#count", { hasText: "1 move" }).waitFor();
  await page.locator("#restart").tap();
  await page.locator("#count", { hasText: "0 moves" }).waitFor();
  await shot(page, "game-phone");
  await page.locator("#solution").tap();
  await says("Solved in");
  await accessible(page);
});

test("the compiler in the page: moves, and a sudoku that is filled in", async (t) => {
  const { page } = await open(t, "taquin", [], phone);
  await page.locator("#list button").first().tap();
  await page.locator("#count", { hasText: "1 move" }).waitFor();
  await shot(page, "game-engine");
  const form = await open(t, "sudoku", [], {});
  await form.page.keyboard.press("ArrowRight");
  await form.page.keyboard.press("ArrowRight");
  await form.page.keyboard.press("ArrowLeft");
  await form.page.keyboard.press("5");
  await form.says("Wrong:");
  await shot(form.page, "game-form");
  await accessible(form.page);
  await form.page.keyboard.press("u");
  await form.page.locator("#check").click();
  await form.says("It can still be completed.");
});

test("in a sandboxed frame, where nothing can be kept, the page plays", async (t) => {
  const { page, text } = await open(t, "wolf_goat_cabbage", [], {});
  await page.setContent(`<iframe sandbox="allow-scripts" width="900" height="700"></iframe>`);
  await page.locator("iframe").evaluate((f, html) => { f.srcdoc = html; }, text);
  const frame = page.frameLocator("iframe");
  await frame.locator("#list button").first().click();
  await frame.locator("#count", { hasText: "1 move" }).waitFor();
});

const cafe = `// Four friends in a café, each with another drink.
puzzle Cafe
title "In the café"
author "Ada"
enum Friend { ada, bo }
state pays[f in Friend]: 1..2 distinct = any
goal pays[ada] > pays[bo] else "Ada pays more than <b>Bo</b>"
goal pays[bo] != 2
`;

test("the page says what a player must know: title, author, rules and clues", async (t) => {
  const model = path.join(folder, "cafe.pz");
  writeFileSync(model, cafe);
  const { page } = await open(t, model, [], {});
  assert.equal(await page.title(), "In the café");
  assert.equal(await page.locator("#author").textContent(), "by Ada");
  assert.equal(await page.locator("#rules").textContent(), "Four friends in a café, each with another drink.");
  assert.deepEqual(await page.locator("#clues li").allTextContents(), ["Ada pays more than <b>Bo</b>", "pays[bo] != 2"]);
  assert.ok(await page.getByRole("heading", { name: "Rules" }).isVisible());
  await shot(page, "game-clues");
  await accessible(page);
  await page.locator("#element").selectOption("pays[ada]");
  await page.locator("#list button").first().click();
  await page.locator("#count", { hasText: "1 of 2" }).waitFor();
  await page.reload();
  await page.locator("#count", { hasText: "1 of 2" }).waitFor();
  await page.keyboard.press("u");
  await page.locator("#count", { hasText: "0 of 2" }).waitFor();
});
