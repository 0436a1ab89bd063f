// The page in a browser, as a user meets it: writing, playing, solving, painting, sharing, stopping, without a network,
// embedded; by keyboard, on a phone, in both themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { accessible, inFirefox, launch, open, panel, said, serve, shot } from "./browser.mjs";

let site, browser;

before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.end();
  site?.end();
});

const board = (page) => page.waitForSelector("#boards .cell, #boards svg", { state: "attached" });

async function visit(hash = "", options = {}) {
  const visited = await open(browser.browser, site.address + hash, options);
  await visited.page.waitForSelector(".cm-content", { state: "attached" });
  return visited;
}

const wolf = `puzzle Wolf
enum Who { farmer, wolf, goat, cabbage }
state across[w in Who]: bool = false
def alone(a: Who, b: Who) = across[a] == across[b] and across[a] != across[farmer]
always not alone(wolf, goat) else "the wolf eats the goat"
always not alone(goat, cabage) else "the goat eats the cabbage"
move row(w: Who) where across[w] == across[farmer] {
across[farmer], across[w] := not across[farmer], not across[w]
}
goal forall w in Who: across[w]
`;

async function replaceAll(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

test("the wolf is written from an empty page with two mistakes, solved, and played wrongly", async () => {
  const { page, wrong } = await visit();
  await board(page);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "Empty page" }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.insertText(wolf);
  await page.waitForFunction(() => document.querySelectorAll("#findings li.error").length === 2);
  const findings = await page.locator("#findings").innerText();
  assert.match(findings, /unknown name `cabage`.*did you mean `cabbage`/);
  assert.match(findings, /`where` cannot depend on it.*write `when/s);
  await replaceAll(page, wolf.replace("cabage", "cabbage").replace("where across", "when across"));
  await page.waitForFunction(() => document.querySelectorAll("#findings li.error").length === 0);
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await said(page, "[Ss]olved in 7 moves, optimal");
  await panel(page, "Play");
  await page.getByLabel("also those that cannot").check();
  await page.locator(".moves").getByRole("button", { name: "row(wolf)" }).click();
  await said(page, "Not possible.*the goat eats the cabbage");
  await page.locator(".moves").getByRole("button", { name: "row(goat)" }).click();
  await page.waitForFunction(() => document.querySelector("#line output").textContent.startsWith("1"));

  // An edit keeps the position; one that forbids the move says which; while there is an error the board stays.
  const right = wolf.replace("cabage", "cabbage").replace("where across", "when across");
  await replaceAll(page, right.replace("puzzle Wolf", "// more\npuzzle Wolf2"));
  await page.waitForFunction(() => document.title.startsWith("Wolf2"));
  assert.match(await page.locator("#line output").innerText(), /^1/);
  await replaceAll(page, right.replace("== across[farmer] {", "== across[farmer] and w != goat {"));
  await said(page, "Move 1, row\\(goat\\), cannot be made any more");
  await replaceAll(page, right + "!");
  await page.waitForSelector("#stage.stale");
  await replaceAll(page, right);
  await page.waitForFunction(() => !document.querySelector("#stage.stale") && document.querySelector("#line output").textContent.startsWith("1"));
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("a level of Sokoban is painted, shared, and opened in a fresh profile at the same position", async () => {
  const { page, wrong, context } = await visit("#example=sokoban_pushes");
  await said(page, "Sokoban: pushes");
  await panel(page, "Paint");
  await page.getByRole("radio", { name: "#", exact: true }).click();
  const cell = page.locator(".map .cell[aria-label^='row 2, column 2,']");
  await cell.click();
  await page.waitForFunction(() => document.querySelector(".cm-content").innerText.includes("## .  #"));
  await page.waitForFunction(() => document.querySelectorAll("#boards .cell")[8].getAttribute("aria-label").endsWith("#"));
  await panel(page, "Play");
  await page.locator(".moves button").first().click();
  await page.waitForFunction(() => document.querySelector("#line output").textContent.startsWith("1"));
  const labels = () => Array.from(document.querySelectorAll("#boards .cell"), (c) => c.getAttribute("aria-label"));
  const here = await page.evaluate(labels);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("#link").inputValue();
  assert.match(await page.locator("#reach").textContent(), /reaches nobody else/);
  await page.locator("#address").fill("example.org");
  assert.match(await page.locator("#reach").textContent(), /begins with https/);
  assert.equal(await page.locator("#link").inputValue(), link);
  await page.locator("#address").fill("https://example.org/pzc/#x");
  assert.ok((await page.locator("#link").inputValue()).startsWith("https://example.org/pzc/#v1="));
  assert.match(await page.locator("#frame").inputValue(), /^<iframe src="https:\/\/example.org\/pzc\/#v1=[\w-]+&embed=1"/);
  assert.match(await page.locator("#reach").textContent(), /^Everybody who can open https:\/\/example.org\/pzc\//);
  assert.ok(link.length < 4000, `${link.length} characters`);
  assert.deepEqual(wrong, []);
  await context.close();

  const other = await visit(new URL(link).hash);
  await other.page.waitForFunction(() => document.querySelector("#line output")?.textContent.startsWith("1"));
  assert.deepEqual(await other.page.evaluate(labels), here);
  assert.deepEqual(other.wrong, []);
  await other.context.close();
});

test("a solve that would last for minutes is stopped, and the page answers all the while", async () => {
  const { page, wrong, context } = await visit("#example=taquin");
  await said(page, "Sliding tiles");
  await replaceAll(page, `puzzle Long
type N = 0..30
state x[i in N]: 0..20 = 0
move up(i: N) when x[i] < 20 { x[i] := x[i] + 1 }
move down(i: N) when x[i] > 0 { x[i] := x[i] - 1 }
goal (sum i in N: x[i] * x[i]) == 12399 and x[3] * x[4] % 19 == 7
`);
  await page.waitForFunction(() => document.title.startsWith("Long"));
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await page.locator("#stop").waitFor();
  await panel(page, "Play");
  await page.locator(".moves button").first().click(); // the page is not frozen
  await page.waitForFunction(() => document.querySelector("#line output").textContent.startsWith("1"));
  await page.locator("#stop").click();
  await said(page, "Stopped");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("after one visit it works without a network", async () => {
  const { page, wrong, context } = await visit();
  await board(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.reload();
  await board(page);
  await panel(page, "Solve");
  await page.locator("#solve").click();
  await said(page, "[Ss]olved in 7 moves");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("embedded, a puzzle is played at once", async () => {
  const { page, wrong, context } = await visit("#example=sokoban_pushes&embed=1");
  await said(page, "Sokoban: pushes");
  assert.equal(await page.getByRole("button", { name: "Share" }).isVisible(), false);
  assert.equal(await page.getByRole("link", { name: "Open in the playground" }).isVisible(), true);
  await page.locator(".moves button").first().click();
  await page.waitForFunction(() => document.querySelector("#line output").textContent.startsWith("1"));
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a model in a document is played there and opens in the playground, without a network too", async () => {
  const { page, wrong, context } = await visit();
  await board(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.goto(site.address + "docs/language.html");
  await accessible(page, "document");
  const wolf = page.locator(".model", { hasText: "puzzle FourLitres" }).first();
  await wolf.getByRole("button", { name: "Play it here" }).click();
  const frame = wolf.frameLocator("iframe");
  await frame.locator(".moves").getByRole("button", { name: "fill" }).first().click();
  await frame.locator("#line output", { hasText: /^1/ }).waitFor();
  await shot(page, "document");
  await wolf.getByRole("link", { name: "Open" }).click();
  await said(page, "FourLitres");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("in an editor, the board follows the link, keeps the position, and says which line was clicked", async () => {
  const link = async (page, state) => {
    const packed = deflateRawSync(JSON.stringify(state)).toString("base64url");
    if (!page) return `#v1=${packed}&embed=editor&theme=dark`;
    return page.evaluate((h) => location.replace(h), `#v1=${packed}&embed=editor&theme=light`);
  };
  const steps = (page, text) =>
    page.waitForFunction((t) => document.querySelector("#line output")?.textContent.startsWith(t), text);
  const files = { "up.pz":
    "puzzle Up\nparam n: 1..9 = 3\nstate at: 0..n = 0\nmove go(k: 1..2) when at + k <= n { at := at + k }\n" +
    "goal at == n\ninstance far { n = 7 }\n" };
  const plan = { files, main: "up.pz", instance: "far", moves: ["go(2)"], ahead: ["go(1)", "go(2)"] };
  const { page, wrong, context } = await open(browser.browser, site.address + await link(null, plan));
  await steps(page, "1 of 3 moves");
  assert.equal(await page.locator("#model").isVisible(), false);
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.evaluate(() => { globalThis.same = true; });
  await link(page, { ...plan, moves: ["go(2)", "go(1)"], ahead: ["go(2)"] });
  await steps(page, "2 of 3 moves");
  assert.equal(await page.getAttribute("html", "data-theme"), "light");

  // The player goes on; the text changes; the player's position stays, also over an error.
  const message = () => page.evaluate(() =>
    new Promise((resolve) => { addEventListener("message", (e) => resolve(e.data), { once: true }); }));
  const played = message();
  await page.locator(".moves").getByRole("button", { name: "go(1)" }).click();
  await steps(page, "3 moves");
  assert.deepEqual(await played, { main: "up.pz", instance: "far", moves: ["go(2)", "go(1)", "go(1)"], ahead: [] });
  const edited = (text) => link(page, { files: { "up.pz": text }, main: "up.pz" });
  await edited(files["up.pz"].replace("puzzle Up", "puzzle Up2"));
  await page.waitForFunction(() => document.title.startsWith("Up2"));
  await edited(files["up.pz"] + "!");
  await page.waitForSelector("#stage.stale");
  await edited(files["up.pz"].replace("n {", "n and k == 2 {"));
  await said(page, "Move 2, go\\(1\\), cannot be made any more");
  const place = message();
  await page.locator("#said .place").click();
  assert.deepEqual({ ...await place, column: 0 }, { file: "up.pz", line: 4, column: 0 });

  await page.evaluate(() => location.replace("#v1=AAAA&embed=editor"));
  await said(page, "The link cannot be read");
  assert.equal(await page.evaluate(() => globalThis.same), true, "the page was not loaded again");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a sudoku is filled in by keyboard alone, with conflicts marked", async () => {
  const { page, wrong, context } = await visit("#example=sudoku");
  await said(page, "0 of 53 filled in");
  await page.locator("#boards .cell[tabindex='0']").focus();
  await page.keyboard.press("8");
  await page.waitForSelector("#boards .cell[aria-invalid=true]");
  await said(page, "8");
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => !document.querySelector("#boards .cell[aria-invalid=true]"));
  await page.getByRole("button", { name: "Next step" }).click();
  await page.getByRole("button", { name: "Fill it in" }).click();
  await said(page, "1 of 53 filled in");
  await page.getByRole("button", { name: "Still solvable?" }).click();
  await said(page, "[Ss]olv|[Cc]omplet");
  await page.locator("#boards .cell").first().focus();
  await page.keyboard.press("8");
  await page.waitForSelector("#boards .cell[aria-invalid=true]");
  await page.getByRole("button", { name: "Still solvable?" }).click();
  await said(page, "since step 4 of 4");
  await page.getByRole("button", { name: "Back to the last sound position" }).click();
  await said(page, "1 of 53 filled in");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a stranger's link is text, never markup", async () => {
  const { page, context, wrong } = await visit();
  await board(page);
  const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const model = `puzzle Evil
state n: 0..3 = 0
move m when n < 3 else ${JSON.stringify(evil)} as ${JSON.stringify(evil)} { n := n + 1 }
goal n == 3
view ${JSON.stringify(evil + " {n}").replace("\\n", "\n")}
view c in grid(1, 1): ${JSON.stringify("<b>" + evil)}
`;
  await replaceAll(page, model);
  await page.waitForFunction(() => document.title.startsWith("Evil"));
  assert.equal(await page.locator("#puzzle img, #puzzle script, #puzzle b").count(), 0);
  for (const bad of ["#v1=", "#v1=AAAA", "#v1=%%%", "#example=../../x", "#example=<b>"]) {
    await page.goto("about:blank"); // else the page would not be loaded again
    await page.goto(site.address + bad);
    await said(page, "cannot be read|no |not ");
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

for (const [theme, name, options] of [["light", "desk", {}], ["dark", "phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
  test(`axe finds nothing: ${theme}, ${name}`, async () => {
    const chosen = inFirefox ? `&theme=${theme}` : ""; // there, playwright cannot set what the system prefers
    const { page, wrong, context } = await visit("#example=sokoban_pushes" + chosen, { colorScheme: theme, ...options, reducedMotion: "reduce" });
    await said(page, "Sokoban: pushes");
    if (name === "phone") await page.getByRole("button", { name: "Puzzle", exact: true }).click();
    for (const tab of ["Play", "Solve", "Explore", "Rate", "Report", "Why", "Paint", "Expect"]) {
      await panel(page, tab);
      if (tab === "Solve") {
        await page.locator("#solve").click();
        await said(page, "[Ss]olved in");
      }
      await accessible(page, `${theme}, ${name}, ${tab}`);
    }
    if (name === "phone") { // nothing sticks out, also after a rotation
      for (const size of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
        await page.setViewportSize(size);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `width ${size.width}`);
      }
    }
    for (const dialog of ["Examples", "New"]) {
      await page.getByRole("button", { name: dialog, exact: true }).click();
      await page.locator(".examples img").first().waitFor();
      await accessible(page, `${theme}, ${name}, ${dialog}`);
      await shot(page, `${theme}-${name}-${dialog}`);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

// The screenshot that README opens with: `make picture` writes it.
test("the picture of the README: a model, its board, and the first hint", async () => {
  const { page, wrong } = await visit("#example=light_up", { viewport: { width: 1200, height: 720 } });
  await board(page);
  await panel(page, "Why");
  await page.getByRole("button", { name: "How does one go on?" }).click();
  await page.getByRole("region", { name: "Reasons" }).locator("li").first().waitFor();
  const file = process.env.PICTURE;
  const picture = await page.screenshot(file ? { path: file } : {});
  assert.ok(picture.length > 20_000, "a page with a board is no small picture");
  assert.deepEqual(wrong, []);
});
