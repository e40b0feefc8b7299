// The sections of a report: what is chosen is drawn, from the JSON in the page.

const data = JSON.parse(document.getElementById("data").textContent);
const redraws = [];  // one function per section

for (const section of data.sections) {
  const place = document.querySelector(`#${section.id} .choices`);
  const select = document.querySelector(`#${section.id} select`);
  if (!place || section.choices.length === 0) continue;
  let charts = [];
  let board;
  const draw = (keepBoard) => {
    charts.forEach((chart) => chart.destroy());
    charts = [];
    const choice = section.choices[select ? select.selectedIndex : 0];
    const figures = choice.figures.map((figure) => drawFigure(figure, charts));
    place.replaceChildren(...figures.map(({ made }) => made));
    figures.forEach(({ start }) => start());
    if (!keepBoard || board === undefined) board = choice.board ? drawBoard(choice.board, `${section.id}-board`) : null;
    if (board) place.append(board);
  };
  if (select) select.addEventListener("change", () => draw(false));
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
