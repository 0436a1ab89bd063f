// A page on which others play, made of game.tmpl (internal/gamepage) and the compiler.

async function packed(parts) {
  const stream = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// gamePage returns the page. levels: list of {name, instance, plan}; only a plan that is given is in the page.
export async function gamePage({ title, form, levels, files, main }) {
  const get = async (name) => {
    const answer = await fetch(new URL(name, document.baseURI));
    if (!answer.ok) throw new Error(`${name} cannot be loaded`);
    return answer;
  };
  const data = { title, form, levels, model: { files, main } };
  const [shell, wasm, json] = await Promise.all([
    get("game.tmpl").then((a) => a.text()),
    get("pzc.wasm").then((a) => a.blob()).then((b) => packed([b])),
    packed([JSON.stringify(data)]),
  ]);
  const put = { TITLE: escaped(title), DATA: json, WASM: wasm };
  return shell.replace(/@(TITLE|DATA|WASM)@/g, (_, name) => put[name]);
}
