// The tokens that VS Code's own engine finds with the TextMate grammar are those that pzc's lexer finds.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { connect, root } from "./client.mjs";

const require = createRequire(import.meta.url);

function files(folder) {
  return fs.readdirSync(path.join(root, folder), { recursive: true })
    .filter((f) => f.endsWith(".pz")).map((f) => path.join(root, folder, f)).sort();
}

// accepts tells whether a scope fits a class of tokens of the server.
function accepts(type, scopes) {
  const has = (...begins) => scopes.some((s) => begins.some((b) => s.startsWith(b)));
  switch (type) {
    case "comment": return has("comment");
    case "keyword": return has("keyword.control", "keyword.other");
    case "number": return has("constant.numeric");
    case "string": return has("string");
    case "operator": return true; // operators of other languages have no scope
    default: return has("variable", "entity.name", "keyword.other"); // a name, perhaps with the look of a word
  }
}

test("the tokens of the grammar are those of pzc", { timeout: 300_000 }, async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const grammarFile = path.join(root, "editors/vscode/syntaxes/pz.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (s) => new oniguruma.OnigString(s),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, "utf8"), grammarFile),
  });
  const grammar = await registry.loadGrammar("source.pz");
  const c = await connect({}, { untrusted: true });
  const { tokenTypes } = c.can.semanticTokensProvider.legend;
  let compared = 0;
  for (const file of [...files("models"), ...files("dsl/testdata/errors"), ...files("compiler/check/testdata/errors")]) {
    const uri = "file://" + file;
    c.open(uri, fs.readFileSync(file, "utf8"));
    const found = await c.diagnostics(uri);
    if (found.some((d) => d.code?.startsWith("lex-") || d.code === "not-text")) continue;
    const { data } = await c.request("textDocument/semanticTokens/full", { textDocument: { uri } });
    const lines = [];
    let state = textmate.INITIAL;
    for (const line of fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "").split(/\r?\n/)) {
      const result = grammar.tokenizeLine(line, state);
      state = result.ruleStack;
      lines.push([line, result.tokens]);
    }
    let at = { line: 0, character: 0 };
    for (let i = 0; i < data.length; i += 5) {
      at = { line: at.line + data[i], character: (data[i] ? 0 : at.character) + data[i + 1] };
      const [line, tokens] = lines[at.line];
      for (let k = at.character; k < at.character + data[i + 2]; k++) {
        if (line[k] === " ") continue;
        const { scopes } = tokens.find((t) => t.startIndex <= k && k < t.endIndex);
        assert.ok(accepts(tokenTypes[data[i + 3]], scopes),
          `${file}:${at.line + 1}:${k + 1}: ${tokenTypes[data[i + 3]]}, but the grammar says ${scopes.join(" ")}`);
        compared++;
      }
    }
  }
  assert.ok(compared > 50_000);
  await c.end();
});

test("the colours of PDDL", async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer).catch(() => {});
  const file = path.join(root, "editors/vscode/syntaxes/pddl.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (s) => new oniguruma.OnigString(s),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  const grammar = await registry.loadGrammar("source.pz-pddl");
  const line = "(:action and-so :cost 3 (AND (on-2 ?x)) ; not";
  const found = grammar.tokenizeLine(line, textmate.INITIAL).tokens
    .filter((t) => t.scopes.length > 1).map((t) => line.slice(t.startIndex, t.endIndex));
  assert.deepEqual(found, [":action", ":cost", "3", "AND", "?x", "; not"]);
});
