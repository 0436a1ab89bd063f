import { launch, open, serve, said, panel } from "./browser.mjs";
const s = await serve(); const b = await launch();
const text = (page) => page.locator("#said").innerText();
try {
  { const { page, wrong } = await open(b.browser, s.address + "#example=sokoban_pushes");
  await page.locator("#boards .cell").first().waitFor();
  await page.locator("#line").getByRole("button", {name: /^Hint/}).waitFor();
  await page.waitForTimeout(1500);
  for (let i = 0; i < 5; i++) {
    const t = await page.locator("#line .controls button").last().innerText();
    await page.locator("#line .controls button").last().click();
    await page.waitForFunction((old) => !document.querySelector("#stop") , t); await page.waitForTimeout(600);
    console.log(t, "→", await text(page), "| marked", await page.locator("#boards .marked").count(), "| next", await page.locator("#line .controls button").last().innerText());
  }
  await page.screenshot({ path: "/tmp/h/h2w/moves1.png" });
  await page.locator("#panel summary", { hasText: "More" }).click();
  await page.locator("#panel").getByRole("button", { name: "Save point" }).click();
  await page.waitForTimeout(500);
  // bad move
  await page.locator("#line").getByRole("button", { name: /^Restart/ }).click(); await page.waitForTimeout(400);
  await page.locator("#panel .moves button", { hasText: "push((2, 2), right)" }).first().click().catch(async () => console.log(await page.locator("#panel .moves").innerText()));
  await page.waitForTimeout(600);
  console.log(await text(page), await page.locator("#panel").innerText());
  await page.locator("#panel").getByRole("button", { name: "Still solvable?" }).click();
  await page.waitForTimeout(3000);
  console.log(await text(page));
  await page.screenshot({ path: "/tmp/h/h2w/moves2.png" });
  const back = page.getByRole("button", { name: "Back to the last sound position" });
  if (await back.count()) { await back.click(); await page.waitForTimeout(500); console.log(await text(page)); }
  await page.locator("#panel").getByRole("button", { name: /^1:/ }).click(); await page.waitForTimeout(500);
  console.log("save point", await text(page), wrong); }
  { const { page, wrong } = await open(b.browser, s.address + "#example=sudoku");
  await page.locator("#boards .cell").first().waitFor();
  await page.waitForTimeout(2000);
  await page.getByRole("button", { name: "Next step" }).click();
  await page.locator("section[aria-label='Next step']").waitFor();
  await page.screenshot({ path: "/tmp/h/h2w/next.png" });
  console.log(await text(page), "pencil", await page.locator("#boards .pencil").count());
  await panel(page, "Why");
  await page.getByRole("button", { name: "How does one go on?" }).click();
  await page.locator("[aria-label='Steps']").waitFor();
  for (let i = 0; i < 12; i++) { await page.getByRole("button", { name: "Next step" }).click(); await page.waitForTimeout(300); }
  console.log(await text(page), await page.locator("[aria-label='Steps']").innerText(), "pencil", await page.locator("#boards .pencil").count());
  await page.screenshot({ path: "/tmp/h/h2w/steps.png" });
  await page.getByRole("button", { name: "Previous step" }).click(); await page.waitForTimeout(400);
  console.log(await page.locator("[aria-label='Steps']").innerText(), wrong); }
} finally { await b.end(); s.end(); }
