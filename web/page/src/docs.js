// A document: its models are played in it, and the theme is that of the playground.

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => {
  document.documentElement.dataset.theme = localStorage.getItem("pzc-theme") ?? (dark.matches ? "dark" : "light");
};
dark.addEventListener("change", paint);
addEventListener("storage", paint);
paint();

// Below each model, a button shows the playground: the compiler is loaded only then.
for (const figure of document.querySelectorAll(".model")) {
  const link = figure.querySelector("p a");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Play it here";
  button.addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.title = "The puzzle in the playground";
    frame.src = link.href + "&embed=1";
    figure.append(frame);
    button.remove();
    frame.focus();
  });
  link.parentElement.prepend(button);
}
