"use strict";
(() => {
  const at = id => document.getElementById(id);
  const frames = film => document.querySelectorAll(`.frame[data-film="${film}"]`);
  const rates = [0.25, 0.5, 1, 2, 4, 8, 16]; // moves in a second
  const first = +document.body.dataset.first; // the number of the first state
  let film = 0, step = 0, timer = 0;

  function show(to) {
    const all = frames(film), last = all.length - 1;
    step = Math.max(0, Math.min(last, to));
    for (const f of document.querySelectorAll(".frame")) f.hidden = f.dataset.film != film || f.dataset.step != step;
    for (const l of document.querySelectorAll(".list")) l.hidden = l.dataset.film != film;
    for (const b of document.querySelectorAll(".list button")) b.removeAttribute("aria-current");
    const button = document.querySelector(`.list[data-film="${film}"] button[data-step="${step}"]`);
    button.setAttribute("aria-current", "step");
    const list = button.closest("ol"), top = button.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
    at("caption").textContent = last == 0 ? "" : `${step + first} of ${last + first}: ${button.textContent}`;
    at("step").max = last;
    at("step").value = step;
    at("step").setAttribute("aria-valuetext", `${step + first} of ${last + first}`);
    at("first").disabled = at("back").disabled = step == 0;
    at("next").disabled = at("last").disabled = step == last;
    document.querySelector(".controls").hidden = last == 0;
    if (step == last) stop();
  }
  function rate() { return rates[at("speed").value]; }
  function tick() { show(step + 1); if (timer) timer = setTimeout(tick, 1000 / rate()); }
  function stop() { clearTimeout(timer); timer = 0; at("play").textContent = "Play"; }
  function play() {
    if (timer) return stop();
    if (step == frames(film).length - 1) show(0);
    at("play").textContent = "Pause";
    timer = setTimeout(tick, 1000 / rate());
  }
  function speed(by) {
    at("speed").value = +at("speed").value + by;
    at("rate").textContent = `${rate()} a second`;
    at("speed").setAttribute("aria-valuetext", `${rate()} moves a second`);
  }
  function theme(dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    at("theme").textContent = dark ? "Light" : "Dark";
  }
  const go = to => { stop(); show(to); };
  at("first").onclick = () => go(0);
  at("back").onclick = () => go(step - 1);
  at("next").onclick = () => go(step + 1);
  at("last").onclick = () => go(frames(film).length - 1);
  at("play").onclick = play;
  at("step").oninput = e => go(+e.target.value);
  at("speed").oninput = () => speed(0);
  at("theme").onclick = () => theme(document.documentElement.dataset.theme != "dark");
  if (at("film")) at("film").onchange = e => { film = +e.target.value; go(0); };
  for (const b of document.querySelectorAll(".list button")) b.onclick = () => go(+b.dataset.step);
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
    const keys = { ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(frames(film).length - 1), "+": () => speed(1), "-": () => speed(-1) };
    const space = e.key == " " && !e.target.closest("button");
    if (space) play(); else if (keys[e.key]) keys[e.key](); else return;
    e.preventDefault();
  });
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  speed(0);
  show(0);
})();
