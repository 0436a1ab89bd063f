// More of the page in a browser: the panels, exercises, files and downloads, and boards by touch.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync, gunzipSync } from "node:zlib";
import { accessible, inFirefox, launch, looked, open, panel, pzc, retype, root, said, serve, shot } from "./browser.mjs";

let site, browser;
const folder = mkdtempSync(path.join(tmpdir(), "pzc-panels-"));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.end();
  site?.end();
  rmSync(folder, { recursive: true, force: true });
});

// visit opens an example. What the console says is a failure.
async function visit(t, hash, options = {}) {
  const { page, context, wrong } = await open(browser.browser, site.address + hash, options);
  t.after(async () => { await context.close(); assert.deepEqual(wrong, []); });
  await page.waitForSelector(".cm-content", { state: "attached" });
  return page;
}

const moves = (page, n) =>
  page.waitForFunction((n) => document.querySelector("#line output").textContent.startsWith(String(n)), n);

test("explore: tables and plots; a state of the graph is opened on the board", async (t) => {
  const page = await visit(t, "#example=wolf_goat_cabbage");
  await said(page, "can be made");
  await panel(page, "Explore");
  await page.getByRole("button", { name: "Explore all states" }).click();
  await page.locator("#panel .graph svg").waitFor();
  assert.ok(await page.locator("#panel table tbody tr").count() > 3, "a table");
  assert.ok(await page.locator("#panel svg").count() >= 2, "the graph and a plot");
  await shot(page, "explore");
  await page.getByText("The states as a list").click();
  await page.locator("#panel .moves button").nth(3).click();
  await page.waitForFunction(() => !document.querySelector("#line output").textContent.startsWith("0"));
});

test("explore: states from which no goal can be reached are dashed in the graph and marked in the list", async (t) => {
  const page = await visit(t, "#example=sokoban_pushes");
  await said(page, "can be made");
  await panel(page, "Explore");
  await page.getByRole("button", { name: "Explore all states" }).click();
  await page.locator("#panel .graph svg").waitFor();
  const lost = Number((await page.locator(".graph figcaption").textContent()).match(/Dashed: .* \((\d+) states\)/)[1]);
  assert.match(await page.locator("#panel pre").textContent(), new RegExp(`cannot reach a goal +${lost}\\b`));
  assert.ok(lost > 0);
  assert.equal(await page.locator(".graph svg [stroke-dasharray]").count(), lost);
  assert.equal(await page.locator("#panel .moves button.not").count(), lost);
  const colour = (button) => button.first().evaluate((b) => getComputedStyle(b).color);
  assert.notEqual(await colour(page.locator("#panel .moves button.not")),
    await colour(page.locator("#panel .moves button:not(.not, .goal)")));
  await accessible(page, "explored");
  const scrolled = () => page.locator(".graph .scroll").evaluate((f) => f.scrollLeft);
  assert.equal(await scrolled(), 0);
  await page.getByLabel("full size").check();
  const start = await scrolled();
  assert.ok(start > 0, "the start is in sight");
  await page.getByText("The states as a list").click();
  await page.locator("#panel .moves button").nth(3).click();
  await moves(page, 1);
  assert.equal(await scrolled(), start, "it stays when another position is shown");
  await shot(page, "explore-lost");
});

test("an exercise is judged by its public part, and gives the file to hand in", async (t) => {
  const page = await visit(t, "#example=02-river");
  await page.getByRole("tab", { name: "Exercise", exact: true, selected: true }).waitFor();
  await accessible(page, "exercise");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(readFileSync(path.join(root, "course/02-river/reference.pz"), "utf8"));
  await page.waitForFunction(() => document.querySelectorAll("#findings li.error").length === 0);
  await page.getByRole("button", { name: "Check the answer" }).click();
  await page.getByText(/\d of \d+ points/).first().waitFor();
  await shot(page, "exercise");
  const [file] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name: "Download crossing.pz to hand in" }).click()]);
  assert.equal(file.suggestedFilename(), "crossing.pz");
});

// written returns the name of the page that the program writes.
function written(model, flags) {
  const file = path.join(folder, "written.html");
  execFileSync(pzc, ["play", model, "--quiet", "--html", file, ...flags]);
  return file;
}

// unpacked returns a page with its data as they were before they were compressed.
const unpacked = (file) => readFileSync(file, "utf8").replace(/(id="data">)([^<]*)/,
  (_, before, data) => before + gunzipSync(Buffer.from(data, "base64url")));

test("the downloaded page of a larger puzzle has the compiler", async (t) => {
  const page = await visit(t, "#example=taquin");
  await said(page, "can be made");
  await page.getByRole("button", { name: "Download" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: "A page to play it, for others" }).click()]);
  const to = path.join(folder, "taquin.html");
  await file.saveAs(to);
  const parts = (name) => unpacked(name).replace(/(id="wasm">)[^<]*/, "$1");
  assert.deepEqual(parts(to), parts(written("taquin", ["--unrated"])));
});

test("downloads: the model, pictures, a page that others play, and one with the solution", async (t) => {
  const page = await visit(t, "#example=wolf_goat_cabbage");
  await said(page, "can be made");
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await said(page, "[Ss]olved in");
  const download = async (name) => {
    await page.getByRole("button", { name: "Download" }).click();
    const [file] = await Promise.all([page.waitForEvent("download"),
      page.getByRole("dialog").getByRole("button", { name, exact: true }).click()]);
    const to = path.join(folder, file.suggestedFilename());
    await file.saveAs(to);
    return to;
  };
  assert.match(readFileSync(await download("wolf_goat_cabbage.pz"), "utf8"), /^\/\/|^puzzle/m);
  assert.match(readFileSync(await download("The board as SVG"), "utf8"), /<svg/);
  assert.equal(readFileSync(await download("The board as PNG")).toString("latin1", 1, 4), "PNG");
  for (const [name, solution] of [["A page to play it, for others", false],
    ["The same page, with the moves of this game as the solution", true]]) {
    const file = await download(name);
    assert.deepEqual(unpacked(file), unpacked(written("wolf_goat_cabbage", solution ? ["--solution"] : [])));
    const game = await open(browser.browser, pathToFileURL(file).href, phone);
    await game.page.locator("main:not([hidden])").waitFor();
    const touch = (button) => (inFirefox ? button.click() : button.tap()); // there, a tap of playwright is no click
    await touch(game.page.locator("#list button").first());
    await game.page.locator("#count", { hasText: "1 move" }).waitFor();
    const button = game.page.locator("#solution");
    assert.equal(await button.isVisible(), solution);
    if (solution) {
      await touch(button);
      await game.page.locator("#say", { hasText: "Solved in" }).waitFor();
    }
    assert.deepEqual(game.wrong.filter((w) => !w.startsWith("request: file:")), []);
    await game.context.close();
  }
});

test("what was solved, and what was won, is written as an expect line of its instance", async (t) => {
  const model = "puzzle Up\nparam n: 1..9 = 3\nstate at: 0..9 = 0\n" +
    "move go(k: 1..2) when at + k <= n { at := at + k }\ngoal at == n // the top\ninstance far { n = 7 } // far";
  const link = deflateRawSync(JSON.stringify({ files: { "up.pz": model } })).toString("base64url");
  const page = await visit(t, "#v1=" + link);
  const text = () => page.locator(".cm-content").evaluate((e) =>
    [...e.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\n"));
  await said(page, "can be made");
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await page.getByRole("button", { name: "Write expect cost 2" }).click();
  await said(page, "Written: expect cost 2, line 6");
  assert.equal(await text(), model.replace("top\n", "top\nexpect cost 2\n"));
  await page.getByRole("button", { name: "Write expect cost 2" }).click(); // the answer is still there
  await said(page, "The model says as much: expect cost 2");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Z");
  await page.waitForFunction(() => !document.querySelector(".cm-content").innerText.includes("expect"));
  assert.equal(await text(), model);

  await page.getByRole("tab", { name: "far" }).click();
  await said(page, "Up, instance far");
  assert.equal(await page.getByText("Solved in 2 moves").count(), 0, "an answer of another instance");
  await panel(page, "Play");
  for (let k = 1; k <= 7; k++) {
    await page.locator(".moves").getByRole("button", { name: "go(1)" }).click();
    await moves(page, k);
  }
  await said(page, "Solved in 7 moves");
  await page.getByRole("button", { name: "Write as expect" }).click();
  await said(page, "Written: expect cost 4, line 6.*This game cost 7");
  assert.equal(await text(), model.replace("} // far", "} expect cost 4 // far"));
  await moves(page, 7);
  await panel(page, "Expect");
  await page.getByRole("button", { name: "Test what the model expects" }).click();
  await page.getByText("expect cost 4: ok").waitFor();
  await shot(page, "expect");
});

test("reasons are texts: none shows an object", async (t) => {
  const page = await visit(t, "#example=queens");
  await said(page, "filled in");
  await panel(page, "Why");
  await page.getByRole("button", { name: "Is the solution the only one?" }).click();
  await page.locator("#panel .facts li").first().waitFor();
  assert.doesNotMatch(await page.locator("#panel .facts").first().innerText(), /\[object/);
});

test("files are made, used, renamed and formatted", async (t) => {
  const page = await visit(t, "");
  await said(page, "can be made");
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("levels.pz");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "levels.pz" }).waitFor();
  await page.getByRole("button", { name: /^This file/ }).click();
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("more.pz");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "more.pz" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: "levels.pz" }).count(), 0);
  await page.getByRole("tab", { name: /wolf\.pz/ }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("puzzle   P\nstate n:0..2=0\nmove up when n<2 {n:=n+1}\ngoal n==2\n");
  await page.waitForFunction(() => document.title.startsWith("P "));
  await page.getByRole("button", { name: "Format" }).click();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("state n: 0..2 = 0"));
});

const noFingers = inFirefox && "playwright moves a finger by the protocol of Chromium";
test("touch on a phone: a tap, a drag that moves a block, a swipe", { skip: noFingers }, async (t) => {
  const tap = await visit(t, "#example=sudoku&embed=1", phone);
  await said(tap, "0 of 53 filled in");
  const empty = tap.locator("#boards .cell[aria-label$=', empty']").first();
  await empty.tap();
  await tap.locator("#pad").getByRole("button", { name: "1", exact: true }).tap();
  await said(tap, "1 of 53 filled in|not ");
  await shot(tap, "touch-sudoku");

  const page = await visit(t, "#example=taquin&embed=1", phone);
  await said(page, "can be made");
  const cdp = await page.context().newCDPSession(page);
  const drag = async (cdp, x, y, dx, dy) => {
    const at = (x, y) => ({ touchPoints: [{ x, y }] });
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(x, y) });
    for (let k = 1; k <= 4; k++)
      await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(x + dx * k / 4, y + dy * k / 4) });
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const cells = page.locator("#boards .cell");
  const hole = await cells.evaluateAll((all) => all.findIndex((c) => c.getAttribute("aria-label").endsWith(", empty")));
  const n = await cells.count();
  const side = Math.sqrt(n);
  const beside = hole % side > 0 ? hole - 1 : hole + 1;
  const [from, to] = [await cells.nth(beside).boundingBox(), await cells.nth(hole).boundingBox()];
  await drag(cdp, from.x + from.width / 2, from.y + from.height / 2, to.x - from.x, 0);
  await moves(page, 1);
  await cells.nth(hole >= side ? hole - side : hole + side).scrollIntoViewIfNeeded();
  await shot(page, "touch-taquin");

  const swipe = await visit(t, "#example=sokoban_pushes&embed=1", phone);
  await said(swipe, "can be made");
  const board = await swipe.locator("#boards .cells").boundingBox();
  const text = await swipe.locator("#said").innerText();
  const finger = await swipe.context().newCDPSession(swipe);
  await drag(finger, board.x + 20, board.y + 20, 0, 90);
  await swipe.waitForFunction((t) => document.getElementById("said").innerText !== t, text);
});

const noMotion = inFirefox && "playwright cannot set what the system prefers";
test("a plan is watched with reduced motion, and nothing is animated", { skip: noMotion }, async (t) => {
  const page = await visit(t, "#example=wolf_goat_cabbage", { reducedMotion: "reduce", colorScheme: "dark" });
  await said(page, "can be made");
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await said(page, "[Ss]olved in");
  const animated = await page.evaluate(() => [...document.querySelectorAll("*")].filter((e) => {
    const s = getComputedStyle(e);
    return parseFloat(s.animationDuration) > 0.01 && s.animationName !== "none" ||
      parseFloat(s.transitionDuration) > 0.01;
  }).map((e) => e.outerHTML.slice(0, 200)));
  assert.deepEqual(animated, []);
});


test("rate and report: measures with their meanings, compared with other instances, and the trap", async (t) => {
  const page = await visit(t, "#example=sokoban_pushes");
  await said(page, "can be made");
  await panel(page, "Rate");
  await page.getByRole("button", { name: "Rate", exact: true }).click();
  const row = (name) => page.locator("#panel tbody tr", { has: page.getByRole("rowheader", { name, exact: true }) });
  assert.match(await row("cost").textContent(), /^cost\d+the least cost of a plan$/);
  await retype(page.getByLabel("up to"), "10");
  await page.getByRole("button", { name: "Rate", exact: true }).click();
  await said(page, "measures are not known");
  assert.match(await row("states").textContent(), /not known: /);
  await retype(page.getByLabel("up to"), "500000");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText(/Percentiles are among the \d+ instances/).waitFor();
  await looked(page, "rated");
  await panel(page, "Report");
  await page.getByRole("button", { name: "Make the report" }).click();
  await said(page, "^The report is made");
  await page.getByRole("heading", { name: "The earliest trap" }).waitFor();
  assert.equal(await page.locator("#panel figure svg").count(), 2, "before and after");
  await page.getByRole("heading", { name: "The earliest trap" }).scrollIntoViewIfNeeded();
  await looked(page, "reported");
  await page.getByRole("button", { name: "Show a best plan" }).click();
  await page.waitForFunction(() => !/ 0$/.test(document.querySelector("#line output").textContent));
});

test("generate: puzzles that meet a want are opened as a file, and the work can be stopped", async (t) => {
  const page = await visit(t, "#example=sudoku");
  await said(page, "filled in");
  await page.getByRole("tab", { name: "four", exact: true }).click();
  await panel(page, "Generate");
  await page.getByLabel("Want").fill("unique and step > 3");
  await page.getByRole("button", { name: "Generate" }).click();
  await said(page, "There is no measure `step`; did you mean `steps`?");
  await page.getByLabel("Want").fill("steps > 1000");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.locator("#stop").click();
  await said(page, "Stopped");
  await page.getByLabel("Want").fill("unique and steps >= 10");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(/^3 puzzles from \d+ candidates/).first().waitFor();
  await looked(page, "generated");
  await page.getByRole("button", { name: "Open as a file" }).click();
  await page.getByRole("tab", { name: "level_3", exact: true }).click();
  await panel(page, "Expect");
  await page.getByRole("button", { name: "Test what the model expects" }).click();
  await page.getByText("expect solutions 1: ok").waitFor();
  await shot(page, "generated");
});
