// The extension starts `pzc lsp` and shows what the server says. All that is known of the language is in the server.

import { execFile } from "node:child_process";
import {
  commands, env, ExtensionContext, extensions, LogOutputChannel, Uri, window, workspace,
} from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { board } from "./board";
import { expectations } from "./tests";

let client: LanguageClient | undefined;
let settled: Promise<void> = Promise.resolve(); // ends when the server that was started last runs

export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel("pzc", { log: true });
  const tests = expectations(() => client);
  context.subscriptions.push(
    output,
    tests,
    board(() => client),
    commands.registerCommand("pzc.showOutput", () => output.show()),
    commands.registerCommand("pzc.restart", () => restart(output)),
    workspace.registerTextDocumentContentProvider("std", {
      provideTextDocumentContent: async (uri) =>
        client ? client.sendRequest<string>("pzc/library", { uri: uri.toString(true) }) : "",
    }),
    workspace.onDidGrantWorkspaceTrust(() => restart(output)),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("pzc.path") || change.affectsConfiguration("pzc.timeout")) await restart(output);
    }),
  );
  await restart(output);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

// restart waits for the restart before: trust and settings change together when a workspace is trusted.
function restart(output: LogOutputChannel): Promise<void> {
  settled = settled.then(async () => {
    const old = client;
    client = undefined;
    await old?.dispose().catch((error) => output.warn(String(error))); // it may never have run
    await start(output);
  }).catch((error) => output.error(String(error)));
  return settled;
}

async function start(output: LogOutputChannel): Promise<void> {
  const settings = workspace.getConfiguration("pzc");
  const path = settings.get<string>("path", "pzc");
  const version = await versionOf(path);
  if (version === undefined) {
    await explain(path);
    return;
  }
  output.info(`${path}: ${version}`);
  const args = ["lsp", "--timeout", settings.get<string>("timeout", "1m")];
  if (!workspace.isTrusted) args.push("--no-run");
  const server: ServerOptions = { command: path, args };
  const languages = ["pz", "pz-plan"];
  if (!extensions.getExtension("jan-dolejsi.pddl")) languages.push("pddl"); // which has findings of its own
  const options: LanguageClientOptions = {
    documentSelector: languages.map((language) => ({ language })),
    initializationOptions: { untrusted: !workspace.isTrusted },
    outputChannel: output,
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{pz,plan,pddl}") },
  };
  client = new LanguageClient("pzc", "pzc", server, options);
  await client.start();
}

// versionOf returns what `pzc version` says; undefined if pzc cannot be started.
function versionOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(path, ["version"], { timeout: 10_000 }, (error, text) => resolve(error ? undefined : text.trim()));
  });
}

// explain says how to get pzc.
async function explain(path: string): Promise<void> {
  const install = "How to get pzc";
  const choose = "Choose the program";
  const answer = await window.showErrorMessage(
    `${path} cannot be started. Install pzc with \`go install github.com/pzc-lang/pzc/cmd/pzc@latest\`, ` +
      "or set pzc.path to where it is.",
    install, choose,
  );
  if (answer === install) await env.openExternal(Uri.parse("https://github.com/pzc-lang/pzc#readme"));
  if (answer === choose) await commands.executeCommand("workbench.action.openSettings", "pzc.path");
}
