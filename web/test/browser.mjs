// A browser at the playground that `pzc web` serves. Tests wait for what the page shows; none looks at a clock.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium, firefox } from "playwright-core";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const pzc = process.env.PZC ?? path.join(root, "bin/pzc");

// serve starts `pzc web` and returns its address.
export async function serve() {
  const server = spawn(pzc, ["web", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let out = "";
    server.stdout.on("data", (text) => {
      out += text;
      const found = out.match(/http:\/\/\S+/);
      if (found) resolve(found[0].replace(/\/?$/, "/"));
    });
    server.on("exit", () => reject(new Error("pzc web has ended: " + out)));
  });
  return { address, end: () => server.kill() };
}

// inFirefox: the tests drive the Firefox of the system, by WebDriver BiDi, instead of Chromium.
export const inFirefox = process.env.BROWSER === "firefox";

// The shell is the part of Chromium that draws no windows: a page takes a third less time in it.
const installed = ["chromium-headless-shell", "chromium"].map((name) => `/usr/bin/${name}`);

// launch starts a browser; playwright gives it a fresh profile.
export async function launch() {
  const browser = await (inFirefox ? launchFirefox() : chromium.launch({
    executablePath: process.env.CHROMIUM ?? installed.find((file) => existsSync(file)),
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync",
    ],
  }));
  return { browser, end: () => browser.close() };
}

async function launchFirefox() {
  const browser = await firefox.launch({
    channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  });
  const session = Object.getPrototypeOf(browser._connection.toImpl(browser)._browserSession);
  const { send, dispatchMessage } = session;
  // This Firefox has no command for media features, which playwright sends for each page. Themes are chosen by the link.
  session.send = function (method, parameters) {
    return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, parameters);
  };
  // It does not number downloads, and playwright ignores those without a number. Their addresses differ, too.
  const names = new Map();
  session.dispatchMessage = function (message) {
    const { method, params } = message;
    if (method === "browsingContext.downloadWillBegin") names.set(params.url, params.suggestedFilename);
    if (method === "browsingContext.downloadEnd" && params.filepath) // "wolf(1).html", if it is not the first
      renameSync(params.filepath, path.join(path.dirname(params.filepath), names.get(params.url)));
    if (method?.startsWith("browsingContext.download")) params.download ??= params.url;
    return dispatchMessage.call(this, message);
  };
  return browser;
}

// open opens a page in a profile of its own. The page notes what it must not do: warnings, errors, requests elsewhere.
export async function open(browser, address, { first = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "allow", ...options });
  if (!first) await context.addInitScript(() => { try { localStorage.setItem("pzc-welcomed", "1"); } catch { /* nothing is kept */ } });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.WAIT ?? 120_000));
  const wrong = [];
  page.on("console", (m) => ["warning", "error"].includes(m.type()) && wrong.push(`${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => wrong.push(String(e.stack)));
  page.on("request", (r) => /^(data|blob):/.test(r.url()) || r.url().startsWith(new URL(address).origin) || wrong.push("request: " + r.url()));
  await page.goto(address);
  return { page, context, wrong };
}

// said waits for what the page says.
export const said = (page, text) =>
  page.waitForFunction((t) => new RegExp(t).test(document.getElementById("said").textContent), text);

// retype replaces the text of a field by keys. (In Firefox, fill adds to the number of a field.)
export async function retype(field, text) {
  await field.press("Control+a");
  await field.pressSequentially(text);
}

export const panel = (page, name) => page.getByRole("tab", { name, exact: true }).click();

// shot keeps a picture if there is a folder for it.
export const shot = async (page, name) => {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
};

// accessible demands that axe finds nothing. The tests may do what the policy forbids the page.
export async function accessible(page, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).slice(0, 3).join(" ")}`), [], where);
}

// looked looks at the page in both themes, that of the link alone in Firefox, which takes no other.
export async function looked(page, where) {
  for (const colorScheme of inFirefox ? ["light"] : ["light", "dark"]) {
    if (!inFirefox) await page.emulateMedia({ colorScheme });
    await accessible(page, `${where}, ${colorScheme}`);
    await shot(page, `${where}-${colorScheme}`);
  }
}
