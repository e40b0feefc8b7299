// The sections of a report: what is chosen is drawn, from the JSON in the page.

const redraws = [];  // one function per section

for (const [id, choices] of Object.entries(choicesOf(JSON.parse(document.getElementById("data").textContent)))) {
  const place = document.querySelector(`#${id} .choices`);
  if (!place || choices.length === 0) continue;
  const select = element("select", { id: `${id}-choice` }, ...choices.map(({ label }) => element("option", {}, label)));
  const label = element("label", { for: select.id }, place.dataset.choose);
  if (choices.length > 1) place.before(element("div", { class: "choose" }, label, select));
  let charts = [];
  let board;
  const draw = (keepBoard) => {
    charts.forEach((chart) => chart.destroy());
    charts = [];
    const choice = choices[select.selectedIndex];
    const figures = choice.figures().map((figure) => drawFigure(figure, charts));
    place.replaceChildren(...figures.map(({ made }) => made));
    figures.forEach(({ start }) => start());
    if (!keepBoard || board === undefined) board = choice.board ? drawBoard(choice.board, `${id}-board`) : null;
    if (board) place.append(board);
  };
  select.addEventListener("change", () => draw(false));
  redraws.push(() => draw(true));
}

const wish = matchMedia("(prefers-color-scheme: dark)");
const button = document.getElementById("theme");
function setTheme(theme) {
  root.dataset.theme = theme;
  button.setAttribute("aria-pressed", String(theme === "dark"));
  redraws.forEach((draw) => draw());
}
let chosen = false;
button.addEventListener("click", () => {
  chosen = true;
  setTheme(root.dataset.theme === "dark" ? "light" : "dark");
});
wish.addEventListener("change", () => {
  if (!chosen) setTheme(wish.matches ? "dark" : "light");
});
setTheme(wish.matches ? "dark" : "light");
