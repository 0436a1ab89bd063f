import { launch, open, serve, said } from "./browser.mjs";
const s = await serve(); const b = await launch();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
try {
  for (const [name, hash, first] of [["first", "", true], ["sudoku", "#example=sudoku"], ["rush", "#example=rush_hour"], ["slither", "#example=slitherlink"]]) {
    const { page, wrong } = await open(b.browser, s.address + hash, { ...phone, first });
    if (first) await page.waitForTimeout(6000); else await page.locator("#boards .cell").first().waitFor();
    await page.waitForTimeout(2500);
    if (name === "sudoku") await page.locator("#boards .cell").nth(0).tap();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/h/h2w/phone-${name}.png` });
    console.log(name, await page.evaluate(() => [scrollY, document.documentElement.scrollHeight, document.querySelector("main").dataset.view, [...document.querySelectorAll("#pad button")].slice(0, 12).map((e) => { const r = e.getBoundingClientRect(); return `${e.textContent} ${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`; })]), wrong);
    await page.context().close();
  }
} finally { await b.end(); s.end(); }
