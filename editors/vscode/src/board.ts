// The board panel: the page of the playground in a frame, served by a `pzc web` of its own. What it shows, the server
// says; it reaches the page as a link does, in the fragment of the address.

import { ChildProcess, spawn } from "node:child_process";
import {
  commands, Disposable, env, Position, Range, TextEditor, Uri, ViewColumn, WebviewPanel, window, workspace,
} from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { addressIn, Board, fragment, html } from "./page";

export function board(client: () => LanguageClient | undefined): Disposable {
  let panel: WebviewPanel | undefined;
  let server: ChildProcess | undefined;
  let shown: { editor: TextEditor; folder: string; main: string } | undefined;
  let busy = false;
  let again = false;

  async function open(): Promise<void> {
    if (!workspace.isTrusted) {
      await window.showInformationMessage("The board starts pzc, which needs a workspace that you trust.");
      return;
    }
    if (panel) return panel.reveal(undefined, true);
    const opened = panel = window.createWebviewPanel(
      "pzc.board", "pzc: board", { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    opened.onDidDispose(() => {
      server?.kill();
      panel = server = shown = undefined;
    });
    try {
      const started = serve();
      server = started.process;
      const address = await env.asExternalUri(Uri.parse(await started.address));
      if (panel !== opened) return; // closed meanwhile
      opened.webview.onDidReceiveMessage((message) => (message === "ready" ? update() : reveal(message)));
      opened.webview.html = html(address.toString());
    } catch (error) {
      opened.dispose();
      await window.showErrorMessage(`The board cannot be shown: ${(error as Error).message}`);
    }
  }

  // update shows what the active editor holds. Changes that come meanwhile are shown after it, in one.
  async function update(): Promise<void> {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again && panel) {
        again = false;
        await show();
      }
    } catch {
      // such as a plan without a model: the editor shows it as a finding, and the board stays
    } finally {
      busy = false;
    }
  }

  async function show(): Promise<void> {
    const editor = concerned(window.activeTextEditor) ? window.activeTextEditor : shown?.editor;
    const connection = client();
    if (!editor || editor.document.isClosed || !connection?.isRunning()) return;
    const next = await connection.sendRequest<Board>("pzc/board", {
      textDocument: { uri: editor.document.uri.toString() }, position: editor.selection.active,
    });
    if (next.folder !== shown?.folder || next.main !== shown.main) next.moves ??= []; // another model
    shown = { editor, folder: next.folder, main: next.main };
    if (!panel) return;
    panel.title = `board: ${next.main}`;
    await panel.webview.postMessage(fragment(next));
  }

  // reveal opens a place of the model that the page speaks of.
  async function reveal(message: unknown): Promise<void> {
    const { file, line, column } = (message ?? {}) as Record<string, unknown>;
    if (!shown || typeof file !== "string" || typeof line !== "number" || file.split("/").includes("..")) return;
    const at = new Position(Math.max(0, line - 1), typeof column === "number" ? Math.max(0, column - 1) : 0);
    const uri = file.startsWith("std:") ? Uri.parse(file) : Uri.joinPath(Uri.parse(shown.folder), file);
    await window.showTextDocument(uri, { viewColumn: shown.editor.viewColumn, selection: new Range(at, at) });
  }

  return Disposable.from(
    { dispose: () => panel?.dispose() },
    commands.registerCommand("pzc.board", open),
    window.onDidChangeActiveTextEditor((editor) => concerned(editor) && update()),
    window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor.document.languageId === "pz-plan" && update()),
    workspace.onDidChangeTextDocument(({ document }) => isOurs(document.languageId) && update()),
  );
}

const isOurs = (language: string): boolean => language === "pz" || language === "pz-plan";

const concerned = (editor: TextEditor | undefined): boolean =>
  editor !== undefined && isOurs(editor.document.languageId);

// serve starts `pzc web` on a free port of the loopback address. The address is what it prints.
function serve(): { process: ChildProcess; address: Promise<string> } {
  const path = workspace.getConfiguration("pzc").get<string>("path", "pzc");
  const process = spawn(path, ["web", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  return { process, address: addressIn(process) };
}
