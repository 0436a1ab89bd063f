// A client of `pzc lsp` for tests. It needs bin/pzc, which `make build` makes.

import { spawn } from "node:child_process";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver-protocol/node";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const pzc = process.env.PZC ?? path.join(root, "bin/pzc");

export async function connect(capabilities = {}, initializationOptions = {}) {
  const server = spawn(pzc, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const published = new Map();
  const waiting = [];
  connection.onNotification("textDocument/publishDiagnostics", (p) => {
    published.set(p.uri, p);
    for (const w of waiting.splice(0)) w();
  });
  const messages = [];
  connection.onNotification("window/showMessage", (m) => messages.push(m.message));
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.onRequest("workspace/codeLens/refresh", () => null);
  connection.listen();
  const { capabilities: can } = await connection.sendRequest("initialize", {
    processId: process.pid, rootUri: null, capabilities, initializationOptions,
  });
  await connection.sendNotification("initialized", {});
  return {
    can, messages, server,
    request: (method, params) => connection.sendRequest(method, params),
    open: (uri, text) => connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "pz", version: 1, text },
    }),
    // diagnostics waits until the findings of a document satisfy a condition.
    diagnostics: async (uri, accept = () => true) => {
      while (!published.has(uri) || !accept(published.get(uri).diagnostics)) await new Promise((r) => waiting.push(r));
      return published.get(uri).diagnostics;
    },
    end: async () => {
      await connection.sendRequest("shutdown");
      const ended = new Promise((r) => server.on("exit", r));
      await connection.sendNotification("exit");
      return ended;
    },
  };
}
