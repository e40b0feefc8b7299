// The board of a run through time, with a colour per cell.

const quarters = ["0", "to 25 %", "to 50 %", "to 75 %", "to 100 %"];
const modes = {
  conflicts: { label: "conflicts of the best board", steps: ["none", "1", "2", "3", "4 or more"] },
  duration: { label: "share of the generations in conflict", steps: quarters },
  entropy: { label: "entropy of the population", steps: quarters },
};

/** The texts of the cells of a line of symbols or, with spaces, of numbers; empty for a blank. */
function cellsOf(line) {
  return line.includes(" ") ? line.split(" ").map((number) => number === "0" ? "" : number)
    : [...line].map((symbol) => symbol === "." ? "" : symbol);
}

/** For each cell how many other cells of its row, its column and its box have its digit; 0 for a blank. */
function conflictsOf(cells, order) {
  const size = order ** 2;
  return cells.map((digit, cell) => {
    const row = Math.floor(cell / size), column = cell % size;
    let equal = 0;
    for (let k = 0; digit && k < size; ++k) {
      const boxRow = Math.floor(row / order) * order + Math.floor(k / order);
      const boxColumn = Math.floor(column / order) * order + k % order;
      equal += k !== column && cells[row * size + k] === digit;
      equal += k !== row && cells[k * size + column] === digit;
      equal += boxRow !== row && boxColumn !== column && cells[boxRow * size + boxColumn] === digit;
    }
    return equal;
  });
}

/** The generations whose best board is known: {generation, cost, cells, conflicts, entropy}. All have one size. */
function framesOf({ columns }) {
  const frames = [];
  let entropy = "";
  columns.board.forEach((board, k) => {
    entropy = columns.cell_entropy[k] ?? entropy;
    const cells = board === null ? [] : cellsOf(board);
    if (board === null || (frames.length && frames[0].cells.length !== cells.length)) return;
    const order = Math.round(cells.length ** 0.25);
    frames.push({ generation: columns.generation[k], cost: columns.best[k], cells, entropy, order,
                  conflicts: conflictsOf(cells, order) });
  });
  return frames;
}

/** Heat 0 to 4 of each cell at a frame. */
function heats(frames, at, mode) {
  const quarter = (share) => share <= 0 ? 0 : Math.min(4, Math.ceil(share * 4));
  const frame = frames[at];
  if (mode === "conflicts") return frame.conflicts.map((equal) => Math.min(4, equal));
  if (mode === "entropy") return [...frame.entropy].map((digit) => quarter(Number(digit) / 10));
  const sums = frame.cells.map(() => 0);
  let total = 0;
  for (let k = 0; k <= at; ++k) {
    const length = k < at ? frames[k + 1].generation - frames[k].generation : 1;
    total += length;
    frames[k].conflicts.forEach((equal, cell) => { sums[cell] += equal ? length : 0; });
  }
  return sums.map((sum) => quarter(sum / total));
}

function drawBoard(history, id) {
  const cells = [];
  const rows = [];
  const frames = framesOf(history);
  const order = frames[0].order, size = order ** 2;
  const givens = cellsOf(history.givens);
  const ends = (index) => (index + 1) % order === 0 && index + 1 < size;
  for (let row = 0; row < size; ++row) {
    const line = element("tr", ends(row) ? { class: "end" } : {});
    for (let column = 0; column < size; ++column) {
      const cell = element("td");
      cells.push(cell);
      line.append(cell);
    }
    rows.push(line);
  }
  const grid = element("table", { "aria-label": "The best board of the generation", "data-size": size },
    element("colgroup", {}, ...rows.map((_, index) => element("col", ends(index) ? { class: "end" } : {}))),
    element("tbody", {}, ...rows));
  // A larger board may be wider than a phone: it scrolls, with keys too.
  const place = size === 9 ? grid
    : element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Board of ${size} x ${size}` },
      grid);
  const mode = element("select", { id: `${id}-colours` });
  for (const [name, { label }] of Object.entries(modes)) {
    if (name === "entropy" && !frames.some((frame) => frame.entropy)) continue;
    mode.append(element("option", { value: name }, label));
  }
  const slider = element("input", { type: "range", id: `${id}-slider`, min: "0", max: String(frames.length - 1),
                                    value: String(frames.length - 1) });
  const state = element("output", { for: slider.id, "aria-live": "polite" });
  const key = element("ul", { class: "scale", "aria-label": "Colours" });
  const play = element("button", { type: "button" }, "Play");
  const show = () => {
    const at = Number(slider.value);
    const frame = frames[at];
    const heat = heats(frames, at, mode.value);
    cells.forEach((cell, k) => {
      cell.textContent = frame.cells[k];
      cell.className = (heat[k] ? `heat${heat[k]}` : "") + (givens[k] ? " given" : "");
    });
    const clashing = frame.conflicts.filter((equal) => equal > 0).length;
    state.textContent = `generation ${frame.generation}, cost ${frame.cost}, ${clashing} cells in conflict`;
    slider.setAttribute("aria-valuetext", state.textContent);
    const steps = modes[mode.value].steps;
    key.replaceChildren(...steps.map((text, k) => element("li", k ? { class: `heat${k}` } : {}, text)));
  };
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (slider.value === slider.max) slider.value = "0";
    play.textContent = "Pause";
    timer = setInterval(() => {
      if (!play.isConnected || slider.value === slider.max) return stop();
      slider.value = String(Number(slider.value) + 1);
      show();
    }, 120);
    show();
  });
  slider.addEventListener("input", show);
  mode.addEventListener("change", show);
  show();
  const controls = element("div", { class: "controls" },
    element("div", { class: "choose" }, element("label", { for: mode.id }, "colours"), mode),
    element("label", { for: slider.id }, "generation"), slider,
    element("div", { class: "choose" }, play, state), key);
  return element("figure", { id }, element("figcaption", {}, titled("Best board of the generation", history.name)),
    element("div", { class: "board" }, place, controls));
}
