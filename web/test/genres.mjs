// Each puzzle without moves of the library is played to its end on the page for others, by mouse, by touch and by keys.
// What is drawn is the solution of `pzc solve`. It is drawn on the board, and buttons give the values of a chosen cell.
// MATCH chooses models, HOW hands; TABLE=1 prints the table of docs/playing.md, SHEET=FILE draws all models, into FILE-1.png, FILE-2.png, …

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, pzc } from "./browser.mjs";

const run = (...args) => execFileSync(pzc, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const folder = mkdtempSync(path.join(tmpdir(), "pzc-genres-"));
const only = new RegExp(process.env.MATCH ?? "");
let chromium;
before(async () => { chromium = await launch(); });
after(async () => {
  await chromium.end();
  rmSync(folder, { recursive: true, force: true });
});

// Models that are small in another instance than their own.
const instances = { cameras: "open", ramsey: "three", schur: "four", van_der_waerden: "four" };
const library = JSON.parse(run("models", "--format", "json")).models;
const models = library.map((m) => m.name)
  .filter((name) => only.test(name) && /^puzzle /m.test(run("models", "show", name)) && !/^move /m.test(run("models", "show", name)));

// solve asks for the solution of a model, of its first instance if it has no data of its own, or says nothing of their
// answer. It returns the instance, too, and undefined without any data.
function solve(model, ...flags) {
  const [one] = library.find((m) => m.name === model).instances;
  const stated = /^expect /m.test(run("models", "show", model).split(/^instance /m)[0]);
  const first = instances[model] ?? (!stated && one ? one : "");
  for (const instance of [first, ...(one ? [one] : [])]) {
    try {
      return { instance, answer: run("solve", model, ...(instance ? ["-i", instance] : []), "--quiet", ...flags) };
    } catch (e) {
      if (instance !== "") throw e;
    }
  }
}

// textOf writes a value of JSON as the language does.
const textOf = (v) => (Array.isArray(v) ? `(${v.map(textOf).join(", ")})` : String(v));

// place is where an element stands: at a side of a cell, in a cell, alone or with others, or nowhere on a board.
function placeOf({ boards }, { name }) {
  for (const [board, b] of boards.entries()) {
    for (const [cell, stands] of (b.stands ?? []).entries()) {
      const side = stands?.indexOf(name) ?? -1;
      if (side >= 0) return { board, cell, side };
    }
  }
  const all = boards.flatMap((b, board) => (b.shows ?? []).flatMap((names, cell) => (names.includes(name) ? [{ board, cell, alone: names.length === 1 }] : [])));
  return all.find((p) => p.alone) ?? all[0] ?? null;
}

const aims = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // by side: how far it is from the middle of a cell, in half cells
const arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

// A hand draws on the page: by mouse, touch or keys.
class Hand {
  constructor(page, how) { Object.assign(this, { page, how }); }

  // state is what the page knows: where things stand, and what is written. It is read, never changed.
  state() {
    return this.page.evaluate(() => {
      const { boards, elements, width } = player.position, { left, top, width: wide } = document.querySelector("#board svg").getBoundingClientRect();
      return { boards, elements, left, top, scale: wide / width, spot: player.pen.spot };
    });
  }

  async point({ boards, left, top, scale }, { board, cell, side }) {
    const b = boards[board], [dx, dy] = side === undefined ? [0, 0] : aims[side].map((n) => .42 * n);
    const x = left + scale * (b.x + (cell % b.cols + .5 + dx) * b.width), y = top + scale * (b.y + (Math.floor(cell / b.cols) + .5 + dy) * b.height);
    await (this.how === "touch" ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  press(button) { return this.how === "touch" ? button.tap() : button.click(); }

  // go chooses a cell by arrow keys, also if one of its elements is chosen.
  async go({ boards }, { board, cell }) {
    const chosen = () => this.page.evaluate(() => player.pen.element);
    for (const key of arrows) if (await chosen()) await this.page.keyboard.press(key);
    for (let n = 0; n < 200; n++) {
      const spot = await this.page.evaluate(() => player.pen.spot);
      const [row, col] = [Math.floor(cell / boards[board].cols), cell % boards[board].cols];
      const [r, c] = spot ? [Math.floor(spot[1] / boards[spot[0]].cols), spot[1] % boards[spot[0]].cols] : [];
      if (spot && spot[0] === board && r === row && c === col) return;
      await this.page.keyboard.press(!spot || spot[0] < board || spot[0] === board && r < row ? "ArrowDown"
        : spot[0] > board || r > row ? "ArrowUp" : c < col ? "ArrowRight" : "ArrowLeft");
    }
    throw new Error(`no arrow leads to cell ${cell} of board ${board}`);
  }

  is(name, text) {
    return this.page.waitForFunction(([n, t]) => player.position.elements.find((e) => e.name === n).text === t, [name, text], { timeout: 10_000, polling: 20 });
  }

  now(name) { return this.page.evaluate((n) => player.position.elements.find((e) => e.name === n).text, name); }

  // write gives an element its value. It returns how.
  async write(state, e, text) {
    const at = placeOf(state, e), keys = this.how === "keys";
    if (!at) {
      await this.page.locator("#element").selectOption(e.name);
      await this.press(this.page.locator("#pad").getByRole("button", { name: text, exact: true }));
      await this.is(e.name, text);
      return "table";
    }
    if (keys) await this.go(state, at);
    const choose = async () => {
      if (!keys) await this.point(state, at);
      await this.page.waitForFunction(([board, cell]) => String(player.pen.spot) === `${board},${cell}` && player.pen.element === "", [at.board, at.cell], { polling: 20 });
    };
    if (at.side === undefined && !at.alone) {
      await choose();
      const shown = state.elements.filter((o) => state.boards[at.board].shows[at.cell].includes(o.name)).map((o) => o.name);
      await this.press(this.page.locator("#pad button").nth(shown.indexOf(e.name)));
      await this.press(this.page.locator("#pad").getByRole("button", { name: text, exact: true }));
      await this.is(e.name, text);
      return "one of several";
    }
    const cycles = at.side !== undefined || e.options.length <= 3;
    if (!cycles && !keys) {
      await choose();
      await this.press(this.page.locator("#pad").getByRole("button", { name: text, exact: true }));
    } else if (!cycles && /^[\w]+$/.test(text)) await this.page.keyboard.type(text);
    else {
      for (let n = 0, old = e.text; n <= e.options.length && old !== text; n++, old = await this.now(e.name)) {
        if (!keys) await this.point(state, at);
        else await this.page.keyboard.press(at.side === undefined ? "Space" : `Control+${arrows[at.side]}`);
        await this.page.waitForFunction(([n, t]) => player.position.elements.find((e) => e.name === n).text !== t, [e.name, old], { timeout: 10_000, polling: 20 });
      }
    }
    await this.is(e.name, text);
    return at.side === undefined ? "cell" : "side";
  }

  // draw draws a solution, with all that is false if whole. It returns how values were written.
  async draw(solution, whole) {
    const state = await this.state(), ways = new Set();
    for (const e of state.elements) {
      const text = textOf(solution[e.name]);
      const open = e.open ?? (e.options.includes("false") && !whole ? "false" : undefined);
      if (text === open || text === e.text) continue;
      ways.add(await this.write(state, { ...e, text: await this.now(e.name) }, text));
    }
    await this.page.locator("#say", { hasText: /^Solved/ }).waitFor({ timeout: 20_000 });
    return [...ways].sort().join(", ");
  }
}

for (const model of process.env.SHEET ? [] : models) {
  test(`${model} is solved on the board by mouse, touch and keys`, async (t) => {
    const solved = solve(model, "--format", "json");
    if (!solved) return t.skip("it has no data");
    const { instance, answer } = solved, { assignment } = JSON.parse(answer);
    const file = path.join(folder, `${model}.html`);
    run("play", model, "-i", `${model}:${instance}`, "--unrated", "--shared", "--quiet", "--html", file);
    const found = {};
    for (const how of (process.env.HOW ?? "mouse,touch,keys").split(",")) {
      const context = await chromium.browser.newContext({ viewport: { width: 1000, height: 900 }, hasTouch: how === "touch" });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(pathToFileURL(file).href);
      await page.locator("#board svg").waitFor({ timeout: 60_000 });
      found[how] = await new Hand(page, how).draw(assignment, /^answer [\w, ]+$/m.test(run("models", "show", model)));
      await context.close();
    }
    if (process.env.TABLE) console.log(`| ${model} | ${Object.values(found).join(" | ")} |`);
  });
}

const perSheet = 36; // models

test("sheets of all models", { skip: !process.env.SHEET }, async () => {
  const page = await chromium.browser.newPage({ viewport: { width: 1600, height: 900 } });
  const drawing = (model, ...flags) => {
    const file = path.join(folder, "drawing.svg");
    if (!solve(model, "--svg", file, ...flags)) return "";
    return `<img src="data:image/svg+xml;base64,${readFileSync(file, "base64")}">`;
  };
  for (let n = 1; (n - 1) * perSheet < models.length; n++) {
    const some = models.slice((n - 1) * perSheet, n * perSheet);
    await page.setContent(`<!doctype html><style>body { font: 13px sans-serif; display: grid; grid-template-columns: repeat(6, 1fr); gap: 14px; align-content: start }
      figure { margin: 0 } div { display: flex; gap: 6px } img { width: 48%; height: 120px; object-fit: contain }</style>` +
      some.map((m) => `<figure><div>${drawing(m, "--state", "0")}${drawing(m)}</div><figcaption>${m}</figcaption></figure>`).join(""));
    await page.locator("body").screenshot({ path: `${process.env.SHEET}-${n}.png` });
  }
});
