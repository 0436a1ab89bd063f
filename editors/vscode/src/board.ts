// The board panel: the page of the playground in a frame, served by a `pzc web` of its own. What it shows, the server
// says; it reaches the page as a link does, in the fragment of the address.

import { ChildProcess, spawn } from "node:child_process";
import {
  commands, Disposable, env, Position, Range, Selection, TextEditor, Uri, ViewColumn, WebviewPanel, window, workspace,
  WorkspaceEdit,
} from "vscode";
import { LanguageClient, TextEdit } from "vscode-languageclient/node";
import { addressIn, Board, fragment, html, planText, Played } from "./page";

export function board(client: () => LanguageClient | undefined): Disposable {
  let panel: WebviewPanel | undefined;
  let server: ChildProcess | undefined;
  let shown: { editor: TextEditor; folder: string; main: string } | undefined;
  let played: Played | undefined; // on the board of a model
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
      opened.webview.onDidReceiveMessage((message) => (message === "ready" ? update() : answer(message)));
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
    if (next.folder !== shown?.folder || next.main !== shown.main) played = undefined;
    shown = { editor, folder: next.folder, main: next.main };
    if (!panel) return;
    panel.title = `board: ${next.main}`;
    await panel.webview.postMessage(fragment(next));
  }

  // answer does what the page asks for: it has played, or speaks of a place of the model.
  function answer(message: unknown): Promise<void> {
    const { moves } = (message ?? {}) as Partial<Played>;
    return (moves ? write(message as Played) : reveal(message)).catch(async (error) => {
      await window.showWarningMessage((error as Error).message);
    });
  }

  // write writes what was played into the plan. What is played on the board of a model is kept
  // for the command that makes a plan of it.
  async function write(game: Played): Promise<void> {
    const connection = client();
    if (!shown || game.main !== shown.main || !connection?.isRunning()) return;
    const { document } = shown.editor;
    if (document.languageId !== "pz-plan") {
      played = game;
      return;
    }
    const { edits, line } = await connection.sendRequest<{ edits: TextEdit[]; line?: number }>("pzc/played", {
      textDocument: { uri: document.uri.toString() }, moves: game.moves, ahead: game.ahead,
    });
    const change = new WorkspaceEdit();
    change.set(document.uri, await connection.protocol2CodeConverter.asTextEdits(edits));
    if (edits.length > 0 && !(await workspace.applyEdit(change))) return;
    const editor = window.visibleTextEditors.find((e) => e.document === document);
    if (!editor || line === undefined) return;
    editor.selection = new Selection(line, 0, line, 0);
    editor.revealRange(editor.selection);
  }

  // writeNew makes a plan of what was played on the board of a model, beside the model.
  async function writeNew(): Promise<void> {
    if (!shown || !played) {
      await window.showInformationMessage("No moves were played on a board beside a model.");
      return;
    }
    const [name, folder] = [played.main.replace(/\.pz$/, ""), Uri.parse(shown.folder)];
    for (let n = 1; ; n++) {
      const uri = Uri.joinPath(folder, `${name}${n > 1 ? `-${n}` : ""}.plan`);
      if (await exists(uri)) continue;
      const change = new WorkspaceEdit();
      change.createFile(uri, { contents: new TextEncoder().encode(planText(played)) });
      if (await workspace.applyEdit(change)) {
        const end = new Position(played.moves.length, 0);
        await window.showTextDocument(uri, { viewColumn: shown.editor.viewColumn, selection: new Range(end, end) });
      }
      return;
    }
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
    commands.registerCommand("pzc.writePlan", writeNew),
    window.onDidChangeActiveTextEditor((editor) => concerned(editor) && update()),
    window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor.document.languageId === "pz-plan" && update()),
    workspace.onDidChangeTextDocument(({ document }) => isOurs(document.languageId) && update()),
  );
}

const isOurs = (language: string): boolean => ["pz", "pz-plan", "pddl"].includes(language);

const concerned = (editor: TextEditor | undefined): boolean =>
  editor !== undefined && isOurs(editor.document.languageId);

const exists = (uri: Uri): Thenable<boolean> => workspace.fs.stat(uri).then(() => true, () => false);

// serve starts `pzc web` on a free port of the loopback address. The address is what it prints.
function serve(): { process: ChildProcess; address: Promise<string> } {
  const path = workspace.getConfiguration("pzc").get<string>("path", "pzc");
  const process = spawn(path, ["web", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  return { process, address: addressIn(process) };
}
