// Pages on which others play, from disk: by keys, by touch on a phone, and by the compiler in the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import axe from "axe-core";
import { inFirefox, launch, root } from "./browser.mjs";

const pzc = process.env.PZC ?? path.join(root, "bin/pzc");
const folder = mkdtempSync(path.join(tmpdir(), "pzc-game-"));
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
let chromium;
before(async () => { chromium = await launch(); });
after(async () => { await chromium.end(); rmSync(folder, { recursive: true, force: true }); });

// open writes the page of models and opens it at the first level. What the console says is a failure.
async function open(t, models, flags, options, first = true) {
  const file = path.join(folder, "game.html");
  execFileSync(pzc, ["play", ...[models].flat(), "--quiet", "--html", file, ...flags], { stdio: "pipe" });
  const context = await chromium.browser.newContext({ offline: true, ...options });
  const page = await context.newPage(), said = [];
  page.on("console", (m) => said.push(m.text()));
  page.on("pageerror", (e) => said.push(String(e)));
  page.on("dialog", (d) => { said.push(`dialog: ${d.message()}`); d.dismiss(); });
  await page.goto(pathToFileURL(file).href);
  await page.locator("main").waitFor({ timeout: 60_000 });
  if (first && await page.locator("#collection").isVisible()) await page.locator(".card").first().click();
  if (first) await page.locator("#board svg").waitFor({ timeout: 60_000 });
  t.after(async () => { assert.deepEqual(said, []); await context.close(); });
  return { page, text: readFileSync(file, "utf8"), says: (text) => page.locator("#say", { hasText: text }).waitFor() };
}

// tap touches an element. (In Firefox, no click follows the touch of the driver.)
const tap = (element) => inFirefox ? element.click() : element.tap();

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
  assert.equal(data.games[0].levels[0].plan, undefined);
  assert.ok(!data.games[0].model);
});

test("touch on a phone: a swipe, a tap, buttons, a restart, the solution if it is asked for", async (t) => {
  const { page, says } = await open(t, "sokoban_pushes", ["--solution"], phone);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const first = page.locator("#list button").first();
  await tap(first);
  await page.locator("#count", { hasText: "1 move" }).waitFor();
  await tap(page.locator("#restart"));
  await page.locator("#count", { hasText: "0 moves" }).waitFor();
  await shot(page, "game-phone");
  await tap(page.locator("#solution"));
  await says("Solved in");
  await accessible(page);
});

test("a page that holds 17,000 positions plays them without the compiler, and is small", async (t) => {
  const { page, text, says } = await open(t, "sokoban_steps", ["--instance", "three", "--solution"], {});
  assert.ok(text.length < 400_000, `${text.length}`);
  assert.doesNotMatch(text, /wasm-unsafe-eval/);
  await page.locator("#solution").click();
  await says("Solved in");
});

test("the compiler in the page: moves, and a sudoku that is filled in", async (t) => {
  const { page } = await open(t, "taquin", [], phone);
  await tap(page.locator("#list button").first());
  await page.locator("#count", { hasText: "1 move" }).waitFor();
  await shot(page, "game-engine");
  const form = await open(t, "sudoku", [], {});
  await form.page.keyboard.press("ArrowRight");
  await form.page.keyboard.press("ArrowRight");
  await form.page.keyboard.press("ArrowLeft");
  await form.page.keyboard.press("5");
  await form.says("A rule is broken here.");
  await shot(form.page, "game-form");
  await accessible(form.page);
  await form.page.keyboard.press("u");
  await form.page.locator("#check").click();
  await form.says("It can still be solved.");
  assert.match(await form.page.locator("#element").innerText(), /value r1c1/);
  await form.page.locator("#more summary").click();
  await form.page.selectOption("#cells", "a1");
  await form.page.locator("#element option", { hasText: "value a1" }).waitFor({ state: "attached" });
  await form.page.locator("#board").focus();
  await form.page.keyboard.press("ArrowRight");
  await form.says(/^[a-i][1-9]: /);
});

test("pages share the compiler, which stands beside them; without it they say what is missing", async (t) => {
  const { page, text } = await open(t, "sudoku", ["--shared"], {});
  assert.ok(text.length < 400_000, `${text.length}`);
  await page.locator("#board svg").waitFor();
  const script = text.match(/src="(pzc-\w+\.js)"/)[1];
  await open(t, "taquin", ["--shared"], {});
  assert.deepEqual(readdirSync(folder).filter((f) => f.startsWith("pzc-")), [script]);
  rmSync(path.join(folder, script));
  const context = await chromium.browser.newContext();
  t.after(() => context.close());
  const alone = await context.newPage();
  await alone.goto(pathToFileURL(path.join(folder, "game.html")).href);
  await alone.locator("#loading", { hasText: `${script} is missing beside this page` }).waitFor();
});

test("in a sandboxed frame, where nothing can be kept, the page plays", async (t) => {
  const { page, text } = await open(t, "wolf_goat_cabbage", [], {});
  await page.goto("about:blank");
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
goal pays[ada] > pays[bo] as "Ada pays more than <b>Bo</b>"
goal pays[bo] != 2
`;

test("the page says what a player must know: title, author, rules and clues", async (t) => {
  const model = path.join(folder, "cafe.pz");
  writeFileSync(model, cafe);
  const { page } = await open(t, model, [], {});
  assert.equal(await page.title(), "In the café");
  assert.equal(await page.locator("#author").textContent(), "by Ada");
  assert.equal(await page.locator("#rules").textContent(), "Four friends in a café, each with another drink.");
  assert.deepEqual(await page.locator("#clues li").allTextContents(), ["Ada pays more than <b>Bo</b>"]);
  assert.ok(await page.getByRole("heading", { name: "Rules" }).isVisible());
  await shot(page, "game-clues");
  await accessible(page);
  await page.locator("#element").selectOption("pays[ada]");
  await page.locator("#pad button").first().click();
  await page.locator("#count", { hasText: "1 of 2" }).waitFor();
  await page.reload();
  await page.locator("#count", { hasText: "1 of 2" }).waitFor();
  await page.keyboard.press("u");
  await page.locator("#count", { hasText: "0 of 2" }).waitFor();
});

// drag moves the pointer over cells of the board, given by row and column of a board of n rows and columns.
async function drag(page, n, ...cells) {
  const box = await page.locator("#board svg").boundingBox();
  const at = ([r, c]) => [box.x + (c + .5) * box.width / n, box.y + (r + .5) * box.height / n];
  await page.mouse.move(...at(cells[0]));
  await page.mouse.down();
  for (const cell of cells.slice(1)) await page.mouse.move(...at(cell), { steps: 5 });
  await page.mouse.up();
}

const board = `puzzle Board
state n[c in grid(3, 3)]: 1..4 = if c == (0, 0) then 1 else any
goal forall r in 0..2: distinct c in 0..2: n[(r, c)]
  else "a number stands twice in a row"
view c in grid(3, 3): "{n[c]}"
`;

test("pencil marks: by keys, buttons and drags, undone, kept by a reload", async (t) => {
  const model = path.join(folder, "board.pz");
  writeFileSync(model, board);
  const { page, says } = await open(t, model, [], {});
  const marks = (kind) => page.locator(`#board .pencil.${kind}`);
  await drag(page, 3, [0, 0]);
  await says("Nothing is filled in here.");
  await drag(page, 3, [1, 1]);
  await page.keyboard.press("m");
  await page.keyboard.press("3");
  await says("corner 3 marked");
  await page.locator("#pad").getByRole("button", { name: "1" }).click();
  await says("corner 1 marked");
  assert.deepEqual(await marks("corner").allTextContents(), ["1", "3"]);
  await page.getByRole("button", { name: "Centre" }).click();
  await page.keyboard.press("2");
  await says("centre 2 marked");
  assert.equal(await marks("centre").textContent(), "2");
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => document.querySelectorAll("#board text.pencil").length == 0);
  assert.equal(await marks("corner").count() + await marks("centre").count(), 0);
  await page.keyboard.press("Control+z");
  await marks("centre").waitFor();
  await page.keyboard.press("Control+3");
  await says("centre 3 marked");
  await page.keyboard.press("Control+3");
  await says("centre 3 removed");
  await page.getByRole("button", { name: "Colour" }).click();
  await page.locator("#pad").getByRole("button", { name: "green" }).click();
  await drag(page, 3, [2, 0], [2, 2]);
  await says("colour green marked");
  assert.equal(await marks("green").count(), 3);
  await page.keyboard.press("1");
  await says("colour yellow marked");
  assert.equal(await marks("yellow").count(), 1);
  await page.keyboard.press("ArrowDown");
  await says("r3c2: open, colour green");
  await page.getByRole("button", { name: "Cross" }).click();
  await drag(page, 3, [0, 2]);
  await says("cross marked");
  assert.equal(await marks("cross").count(), 1);
  await shot(page, "game-pencil");
  await accessible(page);
  await page.reload();
  await marks("cross").waitFor();
  assert.deepEqual(await marks("corner").allTextContents(), ["1", "3"]);
  await page.getByRole("button", { name: "Value" }).click();
  await drag(page, 3, [1, 1], [1, 2]);
  await says("2 cells");
  await page.keyboard.press("3");
  await says("Wrong: a number stands twice in a row");
  assert.equal(await marks("corner").count(), 0);
  await page.locator("#count", { hasText: "2 of 8" }).waitFor();
  await page.locator("#more summary").click();
  await page.locator("#checks").selectOption("never");
  await page.waitForFunction(() => !document.querySelector("#board .wrong"));
  await page.keyboard.press("u");
  await page.locator("#count", { hasText: "0 of 8" }).waitFor();
});

const shaded = `puzzle Shaded
param wanted: 0..9 = 3
state black[c in grid(3, 3)]: bool = any
goal (count c in grid(3, 3): black[c]) == wanted else "the number of black cells is wrong"
view c in grid(3, 3): if black[c] then "#" else "."
instance three { wanted = 3 }
instance nine { wanted = 9 }
`;

test("cells are painted by a drag, the right button writes the opposite, and each level keeps its game", async (t) => {
  const model = path.join(folder, "shaded.pz");
  writeFileSync(model, shaded);
  const { page, says } = await open(t, model, [], {});
  const counts = (text) => page.locator("#count", { hasText: text }).waitFor();
  await drag(page, 3, [1, 1]);
  await counts("1 of 9");
  await drag(page, 3, [0, 0], [0, 2]);
  await counts("4 of 9");
  await page.mouse.click(...await (async () => {
    const box = await page.locator("#board svg").boundingBox();
    return [box.x + box.width / 2, box.y + box.height * 5 / 6];
  })(), { button: "right" });
  await counts("5 of 9");
  await page.keyboard.press("u");
  await counts("4 of 9");
  await page.keyboard.press("Escape");
  await page.locator(".card", { hasText: "begun" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await counts("0 of 9");
  await drag(page, 3, [0, 0], [0, 2], [1, 2], [1, 0], [2, 0], [2, 2]);
  await says("Solved.");
  await page.goBack();
  await page.locator(".card").first().click();
  await counts("4 of 9");
  await page.keyboard.press("r");
  await counts("5 of 9");
  await page.keyboard.press("Control+z");
  await counts("4 of 9");
  await page.reload();
  await counts("4 of 9");
  const other = await page.context().newPage(); // another tab, at another level
  await other.goto(page.url());
  await other.locator("#all").click();
  assert.deepEqual(await other.locator(".card .facts").allTextContents(), ["… begun", "open", "easy · ✓ solved"]);
  await other.locator(".card").nth(2).click();
  await other.locator("#count", { hasText: "9 of 9" }).waitFor();
  await page.keyboard.press("u");
  await counts("1 of 9");
  await page.reload();
  await counts("1 of 9");
  await page.locator("#all").click();
  await page.locator(".card").nth(2).click();
  await counts("9 of 9");
});

test("a level with moves is taken up where it was left, and pieces are dragged to a cell", async (t) => {
  const { page } = await open(t, "klotski", [], phone);
  await page.locator("#list button").first().click();
  await page.locator("#count", { hasText: "1 move" }).waitFor();
  await tap(page.locator("#all"));
  await page.locator(".card").nth(1).click();
  await page.locator("#count", { hasText: "0 moves" }).waitFor();
  await tap(page.locator("#all"));
  await page.locator(".card").first().click();
  await page.locator("#count", { hasText: "1 move" }).waitFor();
});

test("lines are drawn by a drag, also on a phone", async (t) => {
  const { page } = await open(t, "masyu", [], phone);
  const before = await page.locator("#count").textContent();
  const n = await page.evaluate(() => Math.round(document.querySelector("#board svg").viewBox.baseVal.width / 40));
  await drag(page, n, [0, 0], [0, 2]);
  await page.waitForFunction((text) => document.querySelector("#count").textContent !== text, before);
  assert.match(await page.locator("#count").textContent(), /^2 drawn$/);
  await shot(page, "game-lines");
  await accessible(page);
});

// whole presses Hint until the level is solved.
async function whole(page) {
  while (!await page.locator("#next").isVisible()) {
    await page.locator("#hint").click({ timeout: 3000 }).catch(() => {}); // it may have been the last one
    await page.waitForFunction(() => !document.querySelector("#say").textContent.startsWith("Computing"));
    assert.equal(await page.evaluate(() => scrollY), 0);
  }
}

test("a book is played to the end on a phone: a cover, pictures, the next puzzle, and nothing scrolls", async (t) => {
  const models = ["sudoku", "tents", "sokoban_pushes", "bloxorz", "wolf_goat_cabbage", "hanoi", "jugs", "light_up"];
  const chosen = "sudoku:four,tents:,sokoban_pushes:corridor,bloxorz:gate,hanoi:one,jugs:three,light_up:";
  const flags = ["-i", chosen, "--title", "Eight <b>kinds</b>", "--author", "Ada", "--text", "For a rainy day."];
  const big = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, text, says } = await open(t, models, flags, big, false);
  assert.ok(text.length < 9_000_000, `${text.length}`);
  assert.equal(text.match(/id="wasm"/g).length, 1);
  assert.equal(await page.title(), "Eight <b>kinds</b>");
  assert.equal(await page.locator("#text").textContent(), "For a rainy day.");
  assert.equal(await page.locator("#author").textContent(), "by Ada");
  assert.deepEqual(await page.locator(".card strong").allTextContents(), ["1 · Sudoku", "2 · Tents", "3 · Sokoban: pushes", "4 · Bloxorz",
    "5 · The wolf, the goat and the cabbage", "6 · Tower of Hanoi", "7 · Jugs", "8 · Light up"]);
  assert.equal(await page.locator(".card svg").count(), 8);
  await accessible(page);
  await shot(page, "book-cover");
  await tap(page.locator(".card").first());
  await page.locator("#board svg").waitFor();
  const { assignment } = JSON.parse(execFileSync(pzc, ["solve", "sudoku", "-i", "four", "--format", "json"]));
  const box = await page.locator("#board svg").boundingBox();
  for (let r = 0, done = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      if (["0,2", "1,0", "2,3", "3,1"].includes(`${r},${c}`)) continue; // these are given
      await page.touchscreen.tap(box.x + (c + .5) * box.width / 4, box.y + (r + .5) * box.height / 4);
      const digit = page.locator("#pad").getByRole("button", { name: String(assignment[`value[(${r}, ${c})]`]), exact: true });
      await says(`r${r + 1}c${c + 1}: open`);
      const { y, height } = await digit.boundingBox();
      assert.ok(y + height < 844, "the digits are on the screen");
      await tap(digit);
      await page.locator("#count", { hasText: `${++done} of 12` }).waitFor();
    }
  }
  await says("Solved.");
  await accessible(page);
  for (let i = 2; i <= 8; i++) {
    await tap(page.locator("#next"));
    await page.locator("#title", { hasText: `${i} · ` }).waitFor();
    await page.locator("#board svg").waitFor();
    await whole(page);
    await shot(page, `book-${i}`);
  }
  await tap(page.locator("#next"));
  await page.locator("#count", { hasText: "8 of 8 solved" }).waitFor();
  assert.match(await page.locator(".card .facts").nth(4).textContent(), /^easy · ✓ solved · best 7$/);
  await page.reload();
  await page.locator("#state").selectOption("open");
  await page.locator("#none").waitFor();
  await page.locator("#state").selectOption("solved");
  await page.locator("#order").selectOption("title");
  assert.match(await page.locator(".card strong").first().textContent(), /Bloxorz/);
  await accessible(page);
});

test("a position from which nothing can be solved is left for the last sound one; save points, tried values, no hints", async (t) => {
  const { page, says } = await open(t, "sokoban_pushes", ["-i", "corridor", "--no-hints"], {});
  assert.ok(!await page.locator("#hint").isVisible());
  await page.locator("#more summary").click();
  await page.locator("#save").click();
  await page.locator("#list button", { hasText: "push((2, 3), right)" }).click();
  const model = path.join(folder, "board.pz");
  writeFileSync(model, board);
  const form = await open(t, model, [], {});
  const write = async (cell, key) => {
    await drag(form.page, 3, cell);
    await form.page.keyboard.press(key);
  };
  const counts = (text) => form.page.locator("#count", { hasText: text }).waitFor();
  await write([1, 0], "1");
  await counts("1 of 8");
  await form.page.locator("#more summary").click();
  await form.page.locator("#timer").check();
  await form.page.locator("#clock", { hasText: "0:0" }).waitFor();
  await form.page.locator("#save").click();
  await form.page.locator("#try").click();
  await form.says("only tried");
  await write([1, 1], "2");
  await counts("2 of 8");
  await write([1, 2], "2");
  await counts("3 of 8");
  await write([2, 2], "3");
  await counts("4 of 8");
  await form.page.waitForFunction(() => document.querySelectorAll("#board .tried").length === 3);
  await accessible(form.page);
  await form.page.locator("#check").click();
  await form.says("It cannot be solved any more, since step 4.");
  await form.page.locator("#back").click();
  await counts("2 of 8");
  await form.page.keyboard.press("r");
  await counts("3 of 8");
  await form.page.locator("#drop").click();
  await counts("1 of 8");
  await form.page.keyboard.press("u");
  await counts("3 of 8");
  await form.page.locator("#saves button", { hasText: "1: 1 of 8 filled in" }).click();
  await counts("1 of 8");
  await form.page.reload();
  await counts("1 of 8");
  await form.page.keyboard.press("h");
  await form.says("No value follows");
});

// Models of which a person decides something else than the solver. A function tells where an element stands: its row
// and its column on the board, in cells.
const sides = { up: [0.5, 0.08], right: [0.92, 0.5], down: [0.5, 0.92], left: [0.08, 0.5] };
const cellOf = (name) => name.match(/\d+/g).map(Number);
const side = (name) => { const [r, c] = cellOf(name), [x, y] = sides[name.match(/up|right|down|left/)[0]]; return [r + y, c + x]; };
const middle = (above, before) => (name) => { const [r, c] = cellOf(name); return [r + above + 0.5, c + before + 0.5]; };
for (const [model, name, at, device] of [
  ["slitherlink", "loop", side, {}], ["slitherlink", "loop", side, phone], ["galaxies", "cut", side, {}],
  ["nonogram", "black", middle(2, 2), phone], ["light_up", "lamp", middle(0, 0), {}], ["nurikabe", "sea", middle(0, 0), phone],
]) {
  test(`${model} is solved by ${device.hasTouch ? "touch" : "mouse"} at the board alone`, async (t) => {
    const solution = JSON.parse(execFileSync(pzc, ["solve", model, "--format", "json"])).assignment;
    const single = path.join(folder, "single.pz");
    writeFileSync(single, execFileSync(pzc, ["models", "show", model], { encoding: "utf8" }).replace(/^instance [\s\S]*/m, ""));
    const { page, says } = await open(t, single, [], device);
    const board = await page.locator("#board svg").boundingBox();
    const [, , w] = (await page.locator("#board svg").getAttribute("viewBox")).split(" ").map(Number);
    const elements = await page.locator("#element option").evaluateAll((all) => all.map((o) => o.value));
    for (const element of elements.filter((e) => e.startsWith(`${name}[`) && solution[e] === true)) {
      const [y, x] = at(element).map((n) => (8 + 40 * n) * board.width / w), point = [board.x + x, board.y + y];
      await (device.hasTouch && !inFirefox ? page.touchscreen.tap(...point) : page.mouse.click(...point));
    }
    await says("Solved.");
  });
}
