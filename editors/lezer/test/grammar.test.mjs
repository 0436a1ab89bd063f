// The tokens that the Lezer grammar finds are those that pzc's lexer finds, but in lines that pzc's parser cannot read:
// where it gives up, Lezer guesses.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { connect, root } from "../../vscode/test/client.mjs";
import { parser } from "../dist/index.js";

function files(folder) {
  return fs.readdirSync(path.join(root, folder), { recursive: true })
    .filter((f) => f.endsWith(".pz")).map((f) => path.join(root, folder, f)).sort();
}

function accepts(type, node) {
  switch (type) {
    case "comment": return node === "Comment";
    case "keyword": return ["Keyword", "DeclarationKeyword"].includes(node);
    case "number": return node === "Number";
    case "string": return ["Str", "Escape", "Char", "Map"].includes(node);
    case "operator": return true; // braces, and operators of other languages
    default: return node === "Name";
  }
}

test("library models have no error, and the tokens are those of pzc", { timeout: 300_000 }, async () => {
  const c = await connect({}, { untrusted: true });
  const { tokenTypes } = c.can.semanticTokensProvider.legend;
  let compared = 0;
  for (const file of [...files("models"), ...files("dsl/testdata/errors"), ...files("compiler/check/testdata/errors")]) {
    const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    const uri = "file://" + file;
    c.open(uri, text);
    const found = await c.diagnostics(uri);
    if (found.some((d) => d.code?.startsWith("lex-") || d.code === "not-text")) continue;
    const tree = parser.parse(text);
    if (file.includes("/models/")) {
      tree.iterate({ enter: (n) => assert.ok(!n.type.isError, `${file}: an error at ${text.slice(n.from, n.from + 20)}`) });
    }
    const lines = text.split("\n");
    const starts = [0];
    for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
    const { data } = await c.request("textDocument/semanticTokens/full", { textDocument: { uri } });
    const unread = new Set(found.filter((d) => d.code === "syntax").map((d) => d.range.start.line));
    let at = { line: 0, character: 0 };
    for (let i = 0; i < data.length; i += 5) {
      at = { line: at.line + data[i], character: (data[i] ? 0 : at.character) + data[i + 1] };
      if (unread.has(at.line)) continue;
      for (let k = starts[at.line] + at.character, end = k + data[i + 2]; k < end; k++) {
        if (text[k] === " ") continue;
        const node = tree.resolveInner(k, 1).name;
        const type = tokenTypes[data[i + 3]];
        assert.ok(accepts(type, node),
           `${file}:${at.line + 1}: ${type} at ${text.slice(k, k + 20)}, but the grammar says ${node}`);
        compared++;
      }
    }
  }
  assert.ok(compared > 50_000);
  await c.end();
});
