// What somebody writes and plays on the page: it is judged again after each change, it is not lost, and a model that
// takes the compiler too long does not end the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { accessible, launch, open, panel, said, serve, shot } from "./browser.mjs";

let site, browser;

before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.end();
  site?.end();
});

const linkTo = (text, more = {}) =>
  "#v1=" + deflateRawSync(JSON.stringify({ files: { "m.pz": text }, main: "m.pz", ...more })).toString("base64url");

// visit opens a model, or without a text the page alone. What the console says is a failure.
async function visit(t, text, more) {
  const { page, context, wrong } = await open(browser.browser, site.address + (text ? linkTo(text, more) : ""));
  t.after(async () => { await context.close(); assert.deepEqual(wrong, []); });
  await page.waitForSelector(".cm-content", { state: "attached" });
  return page;
}

async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const title = (page, name) => page.waitForFunction((n) => document.title.startsWith(n + " "), name);
const steps = (page, text) => page.locator("#line output", { hasText: text }).waitFor();

const stairs = `puzzle Stairs
state step: 0..10 = 0
move up(n: 1..3) when step + n <= 10 { step := step + n }
goal step == 9
`;

test("a game that was won is judged again after each change of the text", async (t) => {
  const page = await visit(t, stairs);
  await said(page, "Stairs");
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await said(page, "The plan lies ahead");
  await page.getByRole("button", { name: "To the end" }).click();
  await said(page, "^Solved in 3 moves");
  await write(page, stairs.replace("== 9", "== 10"));
  await said(page, "^Stairs\\. 1 move can be made\\.$");
  await write(page, stairs);
  await said(page, "^Solved in 3 moves");

  // A plan that lies ahead stays while it ends in a goal.
  await page.getByRole("button", { name: "Restart" }).click();
  await write(page, stairs + "// the same\n");
  await said(page, "^The plan ahead still ends in a goal");
  await steps(page, "0 of 3 moves");
  await write(page, stairs.replace("== 9", "== 10"));
  await said(page, "^The plan does not end in a goal any more");
  await steps(page, /^0 moves$/);
});

test("values that were a solution are judged again", async (t) => {
  const model = (sum) => `puzzle Pair\nstate a: 1..2 = any\nstate b: 1..2 = any\ngoal a + b == ${sum} else "not ${sum}"\n`;
  const page = await visit(t, model(4), { values: { a: "2", b: "2" } });
  await said(page, "^Solved");
  await write(page, model(3));
  await said(page, "^Not 3");
  await write(page, model(5).replace("puzzle Pair", "puzzle Trio").replace("goal", "state c: 1..2 = any\ngoal c > 0 and"));
  await said(page, "^Not 5");
  await write(page, model(4).replace("goal", "state c: 1..2 = any\ngoal c > 0 and"));
  await said(page, "^Pair\\. 2 of 3 filled in");
});

test("an answer about an older text is not shown", async (t) => {
  const page = await visit(t, stairs);
  await said(page, "Stairs");
  await panel(page, "Solve");
  await page.evaluate(() => { // the answer comes after the change
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (m) {
      if (typeof m === "string" && m.includes('"method":"solve"') && !globalThis.released)
        (globalThis.held ??= []).push(() => postMessage.call(this, m));
      else postMessage.call(this, m);
    };
  });
  await page.locator("#solve").click();
  await page.waitForFunction(() => globalThis.held);
  await write(page, stairs.replace("Stairs", "Stairs2").replace("== 9", "== 10"));
  await title(page, "Stairs2");
  await said(page, "^Stairs2"); // what is said about the new text comes first
  await page.evaluate(() => {
    globalThis.released = true;
    for (const post of globalThis.held) post();
  });
  await said(page, "^The model has changed meanwhile");
  await steps(page, /^0 moves$/);
});

const levels = `puzzle Level
param level: map of {'.', '@', 'o'} = """
  @.o
  """
type Cell = grid(level)
state man: Cell = the c in Cell: level[c] == '@'
def wet(c: Cell) = level[c] == 'o'
move walk(d: Dir) when defined(man + d) and not wet(man + d) { man := man + d }
move swim(d: Dir) when defined(man + d) and wet(man + d) when man.col > 4 else "it is too cold" { man := man + d }
goal wet(man)
view c in Cell: if c == man then "@" else "{level[c]}"
instance second { level = """
  o.@
  """ }
instance third of second { }
`;

test("paint follows the instance, and names maps by instances", async (t) => {
  const page = await visit(t, levels);
  await said(page, "Level");
  await panel(page, "Paint");
  const choice = page.locator("#panel select");
  assert.deepEqual(await choice.locator("option").allInnerTexts(),
    ["level, as written, line 2", "level, second, third, line 12"]);
  await page.getByRole("tab", { name: "third" }).click();
  await said(page, "instance third");
  assert.equal(await choice.inputValue(), "1");
  await page.getByRole("radio", { name: "o", exact: true }).click();
  await page.locator(".map .cell[aria-label^='row 1, column 2,']").click();
  await page.waitForFunction(() => document.querySelectorAll("#boards .cell")[1].getAttribute("aria-label").endsWith("o"));
  assert.match(await page.locator(".cm-content").innerText(), /@\.o[^]*oo@/);

  // A map that is chosen brings its instance.
  await choice.selectOption("0");
  await page.waitForFunction(() => document.querySelector("#instances [aria-selected=true]").textContent === "as written");
});

const bars = `puzzle Bars
type Cell = grid(2, 2)
param bar: set (Cell, Dir) = {((1, 1), right)}
state at: Cell = (0, 0)
move go(d: Dir) when not (at, d) in bar { at := at + d }
goal at == (1, 1)
view c in Cell: if c == at then "@" else "" edge d in {right, down}: (c, d) in bar
`;

test("edges are painted", async (t) => {
  const page = await visit(t, bars);
  await said(page, "Bars");
  await panel(page, "Paint");
  await page.getByRole("radio", { name: "|", exact: true }).click();
  await page.locator(".map .cell[aria-label^='row 1, column 1,']").click();
  await page.waitForFunction(() => /\{\(\(0, 0\), right\), \(\(1, 1\), right\)\}/.test(document.querySelector(".cm-content").innerText));
  await page.locator("#panel").getByText("J both").waitFor();
  await panel(page, "Play");
  await page.locator("#boards .cell").first().focus();
  await page.keyboard.press("ArrowRight");
  await said(page, "^No move leads right");
});

test("a key that is refused says what the author wrote; without words, that no move leads there", async (t) => {
  const page = await visit(t, levels);
  await said(page, "Level");
  await page.keyboard.press("ArrowRight");
  await said(page, "^walk\\(right\\)");
  await page.keyboard.press("ArrowRight");
  await said(page, "^No move leads right: it is too cold\\. line 9$");
  await page.keyboard.press("ArrowUp");
  await said(page, "^No move leads up\\.");
});

test("a line of text does not hide what is to be filled in; a cell offers all that it shows", async (t) => {
  const page = await visit(t, `puzzle Sums
state a[i in 1..2]: 1..4 = any
state b[i in 1..2]: 1..4 = any
goal a[1] + b[2] == 8
view "together {a[1] + a[2]}"
view c in grid(1, 2): "{b[c.col + 1]}{if c.col == 0 then "" else "{a[2]}"}"
`);
  await said(page, "0 of 4 filled in");
  await page.getByLabel("a 1").selectOption("4");
  await said(page, "1 of 4 filled in");
  await page.locator("#boards .cell").nth(1).click();
  await page.getByRole("group", { name: "Value of a 2" }).getByRole("button", { name: "3" }).click();
  await page.getByRole("group", { name: "Value of b 2" }).getByRole("button", { name: "4" }).click();
  await said(page, "3 of 4 filled in");
});

const text = (page) => page.locator(".cm-content").innerText();
const opens = (page, words) => page.waitForFunction((w) => document.querySelector(".cm-content")?.innerText.includes(w), words);
const choose = async (page, name) => {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
};

test("work that is replaced comes back by Back; a new visit finds it; leaving the page loses nothing", async (t) => {
  const page = await visit(t);
  await said(page, "Wolf");
  await write(page, stairs.replace("Stairs", "Mine"));
  await title(page, "Mine");
  await choose(page, /^sudoku /);
  await said(page, "filled in");
  await page.goBack();
  await title(page, "Mine");
  await page.goForward();
  await said(page, "filled in");
  await page.goBack();
  await title(page, "Mine");

  // The empty page shows no board of what was there before.
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "Empty page" }).click();
  await said(page, "^Write a model");
  assert.equal(await page.locator("#boards .cell, #panel button, #panels button").count(), 0);
  await page.keyboard.type("puzzle Fresh // at once");
  await page.reload();
  await opens(page, "at once");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" 2");
  await page.goBack();
  await title(page, "Mine");
  await page.goForward();
  await opens(page, "at once 2");
  await page.goBack();
  await title(page, "Mine");

  const other = await page.context().newPage();
  await other.goto(site.address);
  await opens(other, "at once 2"); // it was written last
  await other.goto(site.address + linkTo(stairs)); // a link is not the last work, unless it is changed
  await title(other, "Stairs");
  await panel(other, "Play");
  await other.locator(".moves button").first().click();
  await steps(other, "1 move");
  const third = await page.context().newPage();
  await third.goto(site.address);
  await opens(third, "at once 2");
  assert.ok(!(await text(third)).includes("Stairs"));
});

test("a file that was deleted comes back by Back", async (t) => {
  const page = await visit(t, stairs);
  await said(page, "Stairs");
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("levels.pz");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "levels.pz" }).waitFor();
  await page.getByRole("button", { name: /^This file/ }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForFunction(() => !document.querySelector("#files").innerText.includes("levels"));
  await page.goBack();
  await page.getByRole("tab", { name: "levels.pz" }).waitFor();
});

const boxes = `; Boxes.
(define (domain boxes)
  (:predicates (at ?b ?r) (here ?r) (room ?r) (box ?b) (held ?b))
  (:action walk :parameters (?to) :precondition (room ?to)
    :effect (and (here ?to) (forall (?r) (when (and (here ?r) (not (= ?r ?to))) (not (here ?r))))))
  (:action pick :parameters (?b ?r) :precondition (and (at ?b ?r) (here ?r))
    :effect (and (held ?b) (not (at ?b ?r))))
  (:action drop :parameters (?b ?r) :precondition (and (held ?b) (here ?r))
    :effect (and (at ?b ?r) (not (held ?b)))))
`;
const moved = `(define (problem moved) (:domain boxes) (:objects a b c)
  (:init (room a) (room b) (box c) (here a) (at c a)) (:goal (at c b)))
`;

test("a domain and a problem of PDDL are pasted, solved in PDDL, and converted", async (t) => {
  const page = await visit(t, stairs);
  await write(page, boxes);
  await page.locator("#findings", { hasText: "this is a domain without a problem" }).waitFor();
  await write(page, boxes + moved);
  await title(page, "boxes");
  await panel(page, "Solve");
  await page.locator("#panel").getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator("#panel", { hasText: "solved in 3 moves" }).waitFor();
  await page.getByRole("button", { name: "Watch the plan" }).click();
  await page.locator("#said", { hasText: "Solved in 3 moves" }).waitFor();
  assert.equal(await page.locator("#tab-expect").count(), 0);
  await page.locator("#convert").click();
  await page.locator(".cm-content", { hasText: "move pick(" }).waitFor();
  await page.locator("#convert").waitFor({ state: "hidden" });
  await page.goBack();
  await page.locator(".cm-content", { hasText: "(:action pick" }).waitFor();
});

test("a browser that keeps nothing is no error", async (t) => {
  const { page, context, wrong } = await open(browser.browser, "about:blank");
  t.after(async () => { await context.close(); assert.deepEqual(wrong.filter((w) => !w.startsWith("request")), []); });
  await page.addInitScript(() => {
    for (const store of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, store, { get() { throw new DOMException("not here", "SecurityError"); } });
    for (const what of ["pushState", "replaceState"]) history[what] = () => { throw new DOMException("not here", "SecurityError"); };
  });
  await page.goto(site.address);
  await said(page, "Wolf");
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click(); // it does not know that it was there
  await page.getByRole("button", { name: "Dark theme" }).click();
  await write(page, stairs);
  await title(page, "Stairs");
  await choose(page, /^sudoku /);
  await said(page, "filled in");
});

test("the last works are offered again, each once", async (t) => {
  const page = await visit(t, stairs);
  await said(page, "Stairs");
  await write(page, stairs.replace("Stairs", "Ladder"));
  await title(page, "Ladder");
  await choose(page, /^sudoku /);
  await said(page, "filled in");
  const recent = page.getByRole("region", { name: "Recent" }).getByRole("button");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await recent.filter({ hasText: "Ladder" }).waitFor();
  await accessible(page, "recent works");
  await shot(page, "recent");
  await recent.first().click();
  await opens(page, "Ladder");
  await write(page, stairs.replace("Stairs", "Steps"));
  await title(page, "Steps");
  await page.reload();
  await title(page, "Steps");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await recent.first().waitFor();
  assert.deepEqual(await recent.locator("strong").allTextContents(), ["Steps"]);
});

test("a puzzle begins with a picture of its kind, or with a text that is pasted", async (t) => {
  const page = await visit(t);
  await said(page, "Wolf");
  const begin = () => page.getByRole("button", { name: "New", exact: true }).click();
  await begin();
  await page.waitForFunction(() => document.querySelectorAll(".examples img").length === 8);
  await page.getByRole("dialog").getByRole("button", { name: /^push / }).click();
  await title(page, "Push");
  const paste = async (text) => {
    await begin();
    await page.getByRole("button", { name: "Paste…" }).click();
    await page.locator("#pasted").fill(text);
    await page.locator("#read-pasted").click();
  };
  await paste("#####\n#@$.#\n#####\n; one\n\n######\n#@ $.#\n######\n");
  await said(page, "^Read as xsb: 2 levels");
  assert.equal(await page.getByRole("tab", { name: /^level_/ }).count(), 2);
  await paste("https://puzz.link/p?slither/5/5/cbcbcddad");
  await said(page, "^Read as puzzlink: 1 level");
  await paste(stairs);
  await title(page, "Stairs");

  // What no format reads is kept in the dialog, which says why.
  await paste("1 2 3\n4 5 x\n");
  await page.locator("#paste-said", { hasText: "No format reads this text" }).waitFor();
  await page.locator("#paste-format").selectOption("tiles");
  await page.locator("#read-pasted").click();
  await page.locator("#paste-said", { hasText: "line 2:" }).waitFor();
  await accessible(page, "paste");
  await shot(page, "paste");
  await page.keyboard.press("Escape");
  await title(page, "Stairs");
});

test("pencil marks on the board: by keys, clicks and drags, undone, kept by a reload", async (t) => {
  const page = await visit(t);
  await said(page, "Wolf");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^sudoku / }).click();
  await said(page, "filled in");
  const cell = (k) => page.locator("#boards .cell").nth(k);
  await cell(0).focus();
  await page.keyboard.press("m");
  await said(page, "written into the corner");
  await page.keyboard.press("4");
  await page.keyboard.press("7");
  await page.waitForFunction(() => document.querySelectorAll(".pencil.corner").length === 2);
  assert.match(await cell(0).getAttribute("aria-label"), /empty, corner 4 7$/);
  await page.getByRole("group", { name: "Write" }).getByRole("button", { name: "colour" }).click();
  await cell(0).hover();
  await page.mouse.down();
  await cell(1).hover();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll("rect.pencil.yellow").length === 2);
  await accessible(page, "marks");
  await shot(page, "marks");
  await page.waitForFunction(() => location.hash.startsWith("#v1="));
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("rect.pencil.yellow").length === 2);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".pencil").length === 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".pencil").length === 4);
  await cell(0).focus(); // a value that is filled in hides the small marks
  await page.keyboard.press("9");
  await page.waitForFunction(() => document.querySelectorAll(".pencil.corner").length === 0);
});

test("a drag fills cells", async (t) => {
  const page = await visit(t, `puzzle Shade\nstate dark[c in grid(2, 4)]: bool = any\ngoal (count c in grid(2, 4): dark[c]) == 3\n` +
    `view c in grid(2, 4): "" fill if dark[c] then "black" else "white"\n`);
  await said(page, "filled in");
  const cell = (k) => page.locator("#boards .cell").nth(k);
  await cell(0).hover();
  await page.mouse.down();
  await cell(2).hover();
  await page.mouse.up();
  await said(page, "Solved");
});

test("the border between text and board moves and stays", async (t) => {
  const page = await visit(t);
  await said(page, "Wolf");
  const border = page.getByRole("separator");
  await border.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await border.getAttribute("aria-valuenow"), "55");
  const box = await border.boundingBox();
  await page.mouse.move(box.x + 3, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(320, 300);
  await page.mouse.up();
  assert.equal(await border.getAttribute("aria-valuenow"), "25");
  await page.reload();
  await said(page, "Wolf");
  assert.equal(await border.getAttribute("aria-valuenow"), "25");
});

const heavy = (n) => `puzzle Heavy\ntype N = 1..${n}\nstate a: N = 1\nmove m(x: N, y: N) when x + y == a + 5 { a := y }\ngoal a == 2\n`;

test("a model that takes long is stopped, or ended by the next text, which works at once", async (t) => {
  const page = await visit(t, stairs);
  await said(page, "Stairs");
  await write(page, heavy(2000));
  await page.locator("#stop-compiling").click();
  await said(page, "^Compiling was stopped: you ended it");
  assert.ok(await page.locator("#panel").evaluate((e) => e.inert), "the moves of the old board cannot be made");
  await page.getByRole("button", { name: "Compile again" }).click();
  await page.locator("#stop-compiling").waitFor();
  await write(page, stairs.replace("Stairs", "Next"));
  await said(page, "^Next\\. 3 moves can be made");
  await page.locator("#panel .moves button").first().click();
  await steps(page, "1 move");
  await page.keyboard.press("Control+Home"); // the language server serves the new text
  await write(page, stairs.replace("goal", "gaol"));
  await page.locator(".cm-lint-marker-error").waitFor();
});

test("a model that takes all the memory ends its worker, and the next text has another one", async (t) => {
  const page = await visit(t, "puzzle Large\ntype Cell = grid(200, 200)\nstate on[c in Cell]: bool = false\n" +
    "move press(c: Cell) { on[c] := not on[c] }\ngoal on[(0, 0)]\n");
  await said(page, "Compiling was stopped: the memory limit|The model has an error");
  await write(page, stairs);
  await said(page, "^Stairs\\. 3 moves can be made");
});

// A crate that is pushed slides on: the position is known at once, and compiling lasts.
const ice = (n) => `puzzle Ice
param level: map of {'.', '@', 'b', '>'} = """
${["@.b".padEnd(n, "."), ...Array.from({ length: n - 2 }, (_, r) => "..b".repeat(n).slice(r % 3, r % 3 + n)), ">".padStart(n, ".")].map((l) => "  " + l).join("\n")}
  """
type Cell = grid(level)
type Length = 1..max(level.rows, level.cols)
state you: Cell = the c in Cell: level[c] == '@'
state crate[c in Cell]: bool = level[c] == 'b'
def passes(c: Cell) = defined(c) and not crate[c]
def stops(c: Cell, d: Dir, k: Length) = (forall i in 1..k: passes(c + i*d)) and not passes(c + (k+1)*d)
move walk(d: Dir) when passes(you + d) { you := you + d }
move push(d: Dir) when crate[you + d] when passes(you + 2*d) {
  let c = you + d
  you := c
  crate[c] := false
  crate[c + (the k in Length: stops(c, d, k)) * d] := true
}
goal level[you] == '>'
`;

// stop presses a button and tells whether what it stops has gone when the click was handled.
const stop = (page, button, place) => page.evaluate(async ([b, p]) => {
  document.querySelector(b).click();
  await new Promise((done) => { setTimeout(done, 0); });
  return document.querySelector(p)?.childElementCount ?? 0;
}, [button, place]);

test("each work stops at once", async (t) => {
  const page = await visit(t, ice(30));
  await said(page, "^Ice");
  for (const [name, button] of [["Solve", "Solve"], ["Explore", "Explore all states"], ["Rate", "Rate"], ["Report", "Make the report"],
    ["Generate", "Generate"], ["Why", "No solution, or none better: why?"]]) {
    await panel(page, name);
    await page.locator("#panel").getByRole("button", { name: button, exact: true }).click();
    await page.locator("#stop").waitFor();
    assert.equal(await stop(page, "#stop", "#job"), 0, name);
    await said(page, "^Stopped: you ended it");
  }
  await page.locator("#new").click();
  await page.getByRole("button", { name: "Paste" }).click();
  await page.locator("#pasted").evaluate((e) => { e.value = "what no format reads, 12\n".repeat(9000); });
  await page.locator("#read-pasted").click();
  await page.locator("#paste-said", { hasText: "No format reads this text" }).waitFor();
  assert.equal(await page.locator("dialog #stop").count(), 0);
  await page.evaluate(() => { Worker.prototype.postMessage = () => {}; }); // an answer never comes
  await page.locator("#read-pasted").click();
  await page.locator("dialog #stop").waitFor();
  assert.equal(await stop(page, "dialog #stop", "dialog #stop"), 0);
  await page.locator("#paste-said", { hasText: "Stopped: you ended it" }).waitFor();
});

test("a change of the text ends older work, also that of the language server", async (t) => {
  const page = await visit(t, stairs);
  await said(page, "^Stairs");
  await page.locator(".cm-content").click();
  await write(page, ice(30));
  await said(page, "^Ice");
  await page.evaluate(() => {
    const { terminate } = Worker.prototype;
    Worker.prototype.terminate = function () { globalThis.ended = true; terminate.call(this); };
  });
  await page.waitForTimeout(1500); // the language server compiles
  await write(page, stairs.replace("Stairs", "Next"));
  await said(page, "^Next\\. 3 moves can be made");
  assert.ok(await page.evaluate(() => globalThis.ended), "the worker was ended");
});

const latin = (given) => `puzzle Latin
type N = 1..3
param given[r in N, c in N]: 0..3 = ${given}
state value[r in N, c in N]: N = any
goal forall r in N: distinct c in N: value[r, c] else "twice in a row"
goal forall c in N: distinct r in N: value[r, c] else "twice in a column"
goal forall r in N, c in N: given[r, c] > 0 => value[r, c] == given[r, c]
view p in grid(3, 3): "{value[p.row + 1, p.col + 1]}"
`;

test("how many answers there are stands beside the board, and how hard it is", async (t) => {
  const verdict = (page, text) => page.locator("#verdict", { hasText: text }).waitFor();
  const page = await visit(t, latin("[[1, 2, 3], [2, 3, 1], [0, 0, 0]]"));
  await verdict(page, /^One answer, easy$/);
  await write(page, latin("[[1, 2, 3], [0, 0, 0], [0, 0, 0]]"));
  await verdict(page, /^2 answers, which differ in 6 cells/);
  await page.getByRole("button", { name: "Show where" }).click();
  assert.equal(await page.locator("#boards .marked").count(), 6);
  await write(page, latin("[[1, 2, 3], [1, 0, 0], [0, 0, 0]]"));
  await verdict(page, /^No answer$/);
  await write(page, stairs);
  await verdict(page, /^A best plan costs 3, easy$/);
  await write(page, stairs.replace("== 9", "== "));
  await page.waitForFunction(() => document.getElementById("verdict").textContent === "");
});

test("generated puzzles are shown by hardness, and become a book or a sheet", async (t) => {
  const page = await visit(t, null);
  await page.goto(site.address + "#example=takuzu");
  await said(page, "^Takuzu");
  await panel(page, "Generate");
  await page.getByLabel("Hardness").selectOption("middle");
  await page.getByLabel("Count").fill("2");
  await page.locator("#panel").getByRole("button", { name: "Generate" }).click();
  await page.locator(".made svg").nth(1).waitFor();
  assert.deepEqual(await page.locator(".made label").evaluateAll((all) => all.map((l) => l.lastChild.textContent)), ["level_1 middle", "level_2 middle"]);
  await page.getByLabel("level_2 middle").check();
  for (const [button, file] of [["A book to play", "takuzu.html"], ["A sheet for paper", "Takuzu.html"]]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    assert.equal((await download).suggestedFilename(), file);
  }
});

test("the first visit shows what there is, and a rule of one's own; later visits do not", async (t) => {
  const { page, context, wrong } = await open(browser.browser, site.address, { first: true });
  t.after(async () => { await context.close(); assert.deepEqual(wrong, []); });
  await page.getByRole("dialog", { name: "Puzzles from their rules" }).getByRole("button", { name: /^rule/ }).click();
  await said(page, "^Rule\\. 0 of 12 filled in");
  await page.locator("#verdict", { hasText: "One answer, easy" }).waitFor();
  await page.goto(site.address);
  await said(page, "^Wolf");
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("a hint by degrees, save points, values that are only tried, a timer; another instance has its own", async (t) => {
  const page = await visit(t, latin("[[1, 2, 3], [2, 3, 1], [0, 0, 0]]") + "instance other { given = [[1, 2, 3], [3, 1, 2], [0, 0, 0]] }\n");
  const press = (name) => page.locator("#panel").getByRole("button", { name, exact: true }).click();
  const cell = (n) => page.locator("#boards .cell").nth(n);
  await said(page, "0 of 9 filled in");
  await press("Hint");
  await said(page, "^Look at r\\dc\\d\\.$");
  await press("Why?");
  await said(page, "^(It follows|Because|.* twice)");
  await press("What is it?");
  await said(page, "^r\\dc\\d: \\d$");
  await press("Write it");
  await said(page, "1 of 9 filled in");
  await page.locator("#panel summary", { hasText: "More" }).click();
  await press("Save point");
  await press("Try");
  await said(page, "only tried");
  await cell(8).click();
  await page.keyboard.press("2");
  await page.locator("#boards .tried").waitFor();
  assert.equal(await page.locator("#boards .tried").count(), 1);
  await page.getByLabel("Timer").check();
  await page.locator("#clock", { hasText: "0:0" }).waitFor();
  await press("Drop what was tried");
  await said(page, "1 of 9 filled in");
  await cell(8).click();
  await page.keyboard.press("1");
  await said(page, "2 of 9");
  await cell(7).click();
  await page.keyboard.press("1");
  await said(page, "^Twice in a row");
  const wrong = page.locator("#boards .conflict"), mistakes = page.getByLabel("Mistakes are shown");
  await mistakes.selectOption("when asked");
  assert.equal(await wrong.count(), 0);
  await press("Still solvable?");
  await said(page, "cannot be solved any more, since step");
  assert.ok(await wrong.count() > 0);
  await mistakes.selectOption("at once");
  await press("1: 1 of 9 filled in");
  await said(page, "1 of 9 filled in");
  await page.locator("#tab-i-other").click();
  await said(page, "0 of 9 filled in");
  assert.ok(await page.locator("#panel").getByRole("button", { name: "Undo" }).isDisabled());
});

test("steps show on the board what is known and still possible; one undo leads back to the own game", async (t) => {
  const page = await visit(t, latin("[[1, 2, 0], [0, 0, 0], [0, 0, 0]]"));
  const centre = () => page.locator("#boards .pencil.centre").allTextContents();
  await page.locator("#boards .cell").nth(4).click();
  await page.keyboard.press("3");
  await said(page, "1 of 9 filled in");
  await page.locator("#tab-why").click();
  await page.getByRole("button", { name: "How does one go on?" }).click();
  const step = page.getByRole("button", { name: "Next step" });
  await step.click();
  await said(page, "^1\\. ");
  for (let n = 2; (await centre()).length === 0; n++) {
    await step.click();
    await said(page, `^${n}\\. `);
  }
  for (const text of await centre()) assert.match(text, /^[123]{2}$/);
  await page.getByRole("button", { name: "Previous step" }).click();
  await page.locator("#tab-play").click();
  await page.locator("#panel").getByRole("button", { name: "Undo" }).click();
  await said(page, "1 of 9 filled in");
});

// Three steps lead to 9, and from 10 there is no way.
const walk = `puzzle Walk
state at: 0..10 = 0
move go(n: 1..3) when at + n <= 10 { at := at + n }
goal at == 9
view c in grid(1, 11): if c.col == at then "o" else ""
`;

test("hints by degrees, a save point, and back to the last sound position in a puzzle with moves", async (t) => {
  const page = await visit(t, walk);
  const hint = page.locator("#line button").last(), press = (name) => page.locator("#panel, #said").getByRole("button", { name, exact: true }).click();
  await said(page, "^Walk");
  for (const [name, words] of [["Hint", "3 away. Look at the marked cells"], ["What kind?", "^The next move is: go\\.$"], ["Which move?", "^The next move is: go\\(3"], ["Make it", "^go\\(3"]]) {
    assert.equal(await hint.textContent(), name);
    await hint.click();
    await said(page, words);
  }
  assert.equal(await page.locator("#boards .marked").count(), 0);
  await page.locator("#panel summary", { hasText: "More" }).click();
  await press("Save point");
  await press("1: 1 move");
  await steps(page, /^1 move$/);
  for (const [i, n] of [3, 2, 2].entries()) {
    await page.locator("#panel .moves button", { hasText: `go(${n})` }).click();
    await steps(page, `${i + 2} moves`);
  }
  await press("Still solvable?");
  await said(page, "since move 4");
  await press("Back to the last sound position");
  await steps(page, "3 of 4 moves");
  await press("Still solvable?");
  await said(page, "can still be solved");
  await press("1: 1 move");
  await steps(page, "1 move");
});

test("on a telephone an example is shown before its text, and its digits are on the screen", async (t) => {
  const { page, context, wrong } = await open(browser.browser, site.address + "#example=sudoku", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  t.after(async () => { await context.close(); assert.deepEqual(wrong, []); });
  await said(page, "^Sudoku");
  await page.locator("#boards .cell").first().tap();
  const nine = page.locator("#pad").getByRole("button", { name: "9", exact: true });
  const { y, width, height } = await nine.boundingBox();
  assert.ok(y + height < 844 && width >= 44 && height >= 44, `${y} ${width} ${height}`);
  await nine.tap();
  await said(page, "1 of \\d+ filled in|^(A|a|The|twice)");
  assert.equal(await page.evaluate(() => scrollY), 0);
});
