// What the board panel needs that does not concern the editor: tests run it without one.

import { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";

// Board is what the server says of a document: a state of the playground, and the folder of its files.
export interface Board {
  files: Record<string, string>;
  main: string;
  folder: string;
  instance?: string;
  start?: Record<string, string>;
  moves?: string[];
  ahead?: string[];
}

// Played is what the page says was played on it: the moves up to the position, and those behind it.
export interface Played {
  main: string;
  instance: string;
  moves: string[];
  ahead: string[];
}

// planText is a new plan of a model.
export function planText({ main, instance, moves, ahead }: Played): string {
  return [`# model ${main} ${instance}`.trimEnd(), ...moves, ...ahead, ""].join("\n");
}

// fragment is the end of a link to the playground that shows a board.
export function fragment({ folder: _, ...state }: Board): string {
  return `v1=${deflateRawSync(JSON.stringify(state)).toString("base64url")}&embed=editor`;
}

// addressIn waits for the address that `pzc web` prints. If it ends before, the error is what it said.
export function addressIn(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = "";
    let said = "";
    server.stdout!.on("data", (text) => {
      const found = (out += text).match(/^http:\/\/127\.0\.0\.1:\d+\/$/m);
      if (found) resolve(found[0]);
    });
    server.stderr!.on("data", (text) => (said += text));
    server.on("error", reject);
    server.on("close", () => reject(new Error(said.trim() || "pzc web has ended")));
  });
}

// html is the panel: a frame that shows the page at an address. It may run this script alone and frame this page alone.
// The script passes on fragments, which come from the extension, and places, which come from the page.
export function html(address: string): string {
  const nonce = randomBytes(16).toString("base64url");
  const { origin } = new URL(address);
  const policy = `default-src 'none'; frame-src ${origin}; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">
html, body { height: 100%; margin: 0; padding: 0 }
iframe { display: block; width: 100%; height: 100%; border: 0 }
</style>
</head>
<body>
<iframe id="page" title="The board"></iframe>
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
const frame = document.getElementById("page");
const address = ${JSON.stringify(address).replaceAll("<", "\\u003c")};
let fragment = "";
let loaded = false;
function show() {
  if (!fragment) return;
  const light = /\\b(vscode-light|vscode-high-contrast-light)\\b/.test(document.body.className);
  const link = address + "#" + fragment + "&theme=" + (light ? "light" : "dark");
  if (loaded) frame.contentWindow.location.replace(link); // leaves no trace in the history
  else frame.src = link;
  loaded = true;
}
addEventListener("message", (event) => {
  if (event.source === frame.contentWindow) {
    if (event.origin === ${JSON.stringify(origin)}) editor.postMessage(event.data);
  } else if (event.origin === self.origin && typeof event.data === "string") {
    fragment = event.data;
    show();
  }
});
new MutationObserver(show).observe(document.body, { attributeFilter: ["class"] });
editor.postMessage("ready");
</script>
</body>
</html>
`;
}
