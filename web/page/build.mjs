// Builds the page into ../dist: the modules bundled, the editor as a chunk of its own that is loaded after the first
// view, the documents, and the list of files that the service worker keeps.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildParserFile } from "@lezer/generator";
import { build } from "esbuild";
import { write } from "./docs.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, "../dist");
const lezer = path.join(here, "../../editors/lezer");

// The grammar becomes a parser when it is bundled.
const grammar = {
  name: "grammar",
  setup(b) {
    b.onResolve({ filter: /^lezer-pz$/ }, () => ({ path: path.join(lezer, "src/index.js") }));
    b.onResolve({ filter: /^\.\/parser\.js$/ }, () => ({ path: path.join(lezer, "pz.grammar") }));
    b.onLoad({ filter: /\.grammar$/ }, (file) => ({
      contents: buildParserFile(fs.readFileSync(file.path, "utf8"), { fileName: file.path }).parser,
      loader: "js", resolveDir: here,
    }));
  },
};

// The editor's styles go into a constructed style sheet: the policy of the page forbids elements of style.
const styles = {
  name: "styles",
  setup(b) {
    b.onLoad({ filter: /style-mod\/src\/style-mod\.js$/ }, (file) => {
      const text = fs.readFileSync(file.path, "utf8");
      const contents = text.replace("if (!root.head && root.adoptedStyleSheets", "if (root.adoptedStyleSheets");
      if (contents === text) throw new Error("style-mod has changed: see how it adds its styles");
      return { contents, loader: "js" };
    });
  },
};

fs.mkdirSync(out, { recursive: true });
for (const old of fs.readdirSync(out)) {
  if (/^(editor|chunk)-.*\.js$/.test(old)) fs.rmSync(path.join(out, old));
}
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.js", docs: "src/docs.js" },
  bundle: true, format: "esm", splitting: true, minify: true, target: "es2022", charset: "utf8",
  outdir: out, chunkNames: "editor-[hash]",
  nodePaths: [path.join(here, "node_modules")],
  plugins: [grammar, styles], legalComments: "none",
});
write(path.join(here, "../.."), fs.readFileSync(path.join(here, "docs.html"), "utf8"), path.join(out, "docs"));
for (const name of ["index.html", "page.css", "docs.css", "icon.svg"]) fs.copyFileSync(path.join(here, name), path.join(out, name));

// The service worker keeps the whole site under a name that changes with it.
const kept = fs.readdirSync(out, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
  .map((f) => path.posix.join(path.relative(out, f.parentPath), f.name))
  .filter((f) => !["sw.js", "README.txt"].includes(f) && !f.endsWith(".br")).sort();
const hash = createHash("sha256");
for (const name of kept) hash.update(name).update(fs.readFileSync(path.join(out, name)));
const files = kept.map((f) => f.replace(/\.gz$/, "")).map((f) => (f === "index.html" ? "./" : f));
fs.writeFileSync(path.join(out, "sw.js"), fs.readFileSync(path.join(here, "src/sw.js"), "utf8")
  .replace('"VERSION"', JSON.stringify(hash.digest("hex").slice(0, 16))).replace('["FILES"]', JSON.stringify(files)));

// The budget: what is loaded before one can write.
const parts = fs.readdirSync(out).filter((f) => /^(page|editor-.*)\.(js|css)$/.test(f));
const size = parts.map((f) => gzipSync(fs.readFileSync(path.join(out, f)), { level: 9 }).length).reduce((a, b) => a + b);
const most = 200_000;
console.log(`page and editor: ${size} bytes by gzip, at most ${most}`);
if (size > most) throw new Error("the page is over its budget");
