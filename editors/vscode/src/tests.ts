// The test explorer: each `expect` line of an open model is a test. `pzc test` runs them, an instance at a time.

import { Disposable, Range, TestItem, TestMessage, TestRunProfileKind, TextDocument, tests, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

interface Expectation {
  instance: string;
  expect: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

interface Result {
  instance: string;
  expect: string;
  result: "ok" | "failed" | "undecided";
  found: string;
  seconds: number;
}

export function expectations(client: () => LanguageClient | undefined): Disposable {
  const controller = tests.createTestController("pzc", "pzc: expect lines");
  const known = new WeakMap<TestItem, Expectation>();

  async function update(document: TextDocument): Promise<void> {
    const server = client();
    if (document.languageId !== "pz" || server === undefined || !server.isRunning()) return;
    const uri = document.uri.toString();
    const list = await server.sendRequest<Expectation[]>("pzc/expectations", { textDocument: { uri } });
    if (list.length === 0) {
      controller.items.delete(uri);
      return;
    }
    const file = controller.createTestItem(uri, workspace.asRelativePath(document.uri), document.uri);
    list.forEach((e, i) => {
      const item = controller.createTestItem(`${uri}#${i}`, `${e.instance} expect ${e.expect}`.trim(), document.uri);
      const { start, end } = e.range;
      item.range = new Range(start.line, start.character, end.line, end.character);
      known.set(item, e);
      file.children.add(item);
    });
    controller.items.add(file);
  }

  controller.resolveHandler = async () => {
    for (const document of workspace.textDocuments) await update(document);
  };
  controller.refreshHandler = async () => {
    for (const document of workspace.textDocuments) await update(document);
  };

  controller.createRunProfile("Run", TestRunProfileKind.Run, async (request, token) => {
    const run = controller.createTestRun(request);
    const wanted: TestItem[] = [];
    const collect = (item: TestItem): void => {
      if (request.exclude?.includes(item)) return;
      if (known.has(item)) wanted.push(item);
      item.children.forEach(collect);
    };
    if (request.include) request.include.forEach(collect);
    else controller.items.forEach(collect);
    wanted.forEach((item) => run.started(item));

    const groups = new Map<string, TestItem[]>(); // by file and instance
    for (const item of wanted) {
      const key = JSON.stringify([item.uri!.toString(), known.get(item)!.instance]);
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    for (const [key, items] of groups) {
      const [uri, instance] = JSON.parse(key) as [string, string];
      try {
        const results = await client()!.sendRequest<Result[]>(
          "workspace/executeCommand", { command: "pzc.test", arguments: [{ uri, instance }] }, token,
        );
        for (const item of items) {
          const e = known.get(item)!;
          const r = results.find((r) => r.instance === e.instance && r.expect === e.expect);
          if (r === undefined) run.skipped(item);
          else if (r.result === "ok") run.passed(item, r.seconds * 1000);
          else {
            const message = TestMessage.diff(`${r.result}: found ${r.found}`, e.expect, r.found);
            if (r.result === "failed") run.failed(item, message, r.seconds * 1000);
            else run.errored(item, message, r.seconds * 1000);
          }
        }
      } catch (error) {
        for (const item of items) {
          if (token.isCancellationRequested) run.skipped(item);
          else run.errored(item, new TestMessage(String(error)));
        }
      }
    }
    run.end();
  });

  return Disposable.from(
    controller,
    workspace.onDidOpenTextDocument(update),
    workspace.onDidSaveTextDocument(update),
    workspace.onDidCloseTextDocument((document) => controller.items.delete(document.uri.toString())),
  );
}
