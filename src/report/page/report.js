// Draws the figures and boards of a report from the JSON in the page. Charts are those of Chart.js.
"use strict";

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  const palettes = {
    light: ["#0072b2", "#d55e00", "#009e73", "#b5508f", "#8c6d00", "#3a8ec0", "#8c564b", "#6b6b6b"],
    dark: ["#56b4e9", "#ff9a57", "#2bcba0", "#f0a3cb", "#e8c547", "#9cd6ff", "#d3a08f", "#bdbdbd"],
  };
  const redraws = [];  // one function per section

  const color = (number) => {
    const palette = palettes[root.dataset.theme];
    return palette[number % palette.length];
  };
  const variable = (name) => getComputedStyle(root).getPropertyValue(name).trim();

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** 1234567 -> "1.23 M", 0.00012 -> "0.00012". */
  function short(value) {
    const prefixes = [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1e3, " k"]];
    for (const [unit, prefix] of prefixes) {
      if (Math.abs(value) >= unit) return String(Number((value / unit).toPrecision(3))) + prefix;
    }
    return String(Number(value.toPrecision(3)));
  }

  function scale(axis) {
    const options = {
      type: axis.log ? "logarithmic" : "linear",
      title: { display: true, text: axis.label, color: variable("--ink") },
      grid: { color: variable("--rule"), borderColor: variable("--soft") },
      ticks: { color: variable("--soft"), maxRotation: 0, callback: short },
    };
    if (axis.low !== undefined) options.min = axis.low;
    if (axis.high !== undefined) options.max = axis.high;
    if (axis.log) {
      options.ticks.callback = function (value, index, ticks) {
        const decades = Math.log10(ticks[ticks.length - 1].value / ticks[0].value);
        const digit = Number(value.toExponential()[0]);
        const wanted = digit === 1 || decades < 1 || (decades < 2.5 && (digit === 2 || digit === 5));
        return wanted ? short(value) : "";
      };
    }
    return options;
  }

  /** A log axis would begin and end at a power of ten. */
  function withExtent(figure) {
    const places = [...figure.curves, ...figure.points].flatMap((each) => each.x).filter((x) => x > 0);
    const low = Math.min(...places), high = Math.max(...places);
    return figure.x.log && low < high ? { low, high, ...figure.x } : figure.x;
  }

  const pairs = (x, y) => x.map((value, k) => ({ x: value, y: y[k] }));

  /** Chart.js datasets; `group`: those that one button of the legend shows and hides. */
  function datasets(figure) {
    const all = [];
    const add = (dataset) => all.push({ pointRadius: 0, borderWidth: 2, stepped: false, fill: false, ...dataset });
    figure.bands.forEach((band) => {
      const area = { borderWidth: 0, stepped: band.steps, group: `band ${band.legend}`, isBand: true, name: band.legend,
                     backgroundColor: color(band.color) + (band.faint ? "26" : "40"), borderColor: color(band.color) };
      add({ ...area, data: pairs(band.x, band.low) });
      add({ ...area, data: pairs(band.x, band.high), fill: "-1" });
    });
    figure.curves.forEach((curve, k) => add({
      data: pairs(curve.x, curve.y), stepped: curve.steps, group: `curve ${k}`, name: curve.name,
      borderColor: color(curve.color), backgroundColor: color(curve.color), borderDash: curve.dashed ? [6, 4] : [],
      pointRadius: curve.x.length < 12 && !curve.steps ? 3 : 0 }));
    figure.points.forEach((points, k) => add({
      data: pairs(points.x, points.y), texts: points.texts, group: `points ${k}`, name: points.name, showLine: false,
      pointRadius: 6, clip: false, borderColor: color(points.color), backgroundColor: color(points.color) + "80",
      pointStyle: { triangle: "triangle", diamond: "rectRot", circle: "circle" }[points.shape] }));
    return all;
  }

  function textOf(item) {
    const { dataset, dataIndex } = item;
    if (dataset.texts) return dataset.texts[dataIndex];
    return `${dataset.name}: ${short(dataset.data[dataIndex].y)}`;
  }

  function makeChart(canvas, figure) {
    return new Chart(canvas, {
      type: "line",
      data: { datasets: datasets(figure) },
      options: {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
        interaction: { mode: "nearest", axis: "x", intersect: false },
        scales: { x: scale(withExtent(figure)), y: scale(figure.y) },
        plugins: {
          legend: { display: false },
          tooltip: {
            filter: (item) => !item.dataset.isBand,
            callbacks: { title: (items) => items.length ? `${figure.x.label}: ${short(items[0].parsed.x)}` : "", label: textOf },
          },
        },
      },
    });
  }

  /** A button per curve, band and kind of points. */
  function legend(chart) {
    const box = element("div", { class: "legend", role: "group", "aria-label": "Show and hide" });
    const groups = new Map();
    chart.data.datasets.forEach((dataset, k) => {
      groups.set(dataset.group, [...(groups.get(dataset.group) || []), k]);
    });
    const isBand = (members) => Number(chart.data.datasets[members[0]].isBand === true);
    for (const members of [...groups.values()].sort((a, b) => isBand(a) - isBand(b))) {
      const dataset = chart.data.datasets[members[0]];
      const sample = element("span", { "aria-hidden": "true" });
      sample.style.background = dataset.isBand ? dataset.borderColor + "50" : dataset.borderColor;
      if ((dataset.borderDash || []).length) sample.className = "dashed";
      if (dataset.texts) sample.className = dataset.pointStyle;
      const button = element("button", { type: "button", "aria-pressed": "true" }, sample, dataset.name);
      button.addEventListener("click", () => {
        const shown = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(shown));
        members.forEach((k) => chart.setDatasetVisibility(k, shown));
        chart.update();
      });
      box.append(button);
    }
    return box;
  }

  /** The arrow keys move along the x axis; the values are written below, where a screen reader announces them. */
  function addKeys(canvas, chart, figure, readout) {
    const places = [...new Set(figure.curves.flatMap((curve) => curve.x))].sort((a, b) => a - b);
    let at = -1;
    const show = () => {
      const active = [];
      chart.data.datasets.forEach((dataset, k) => {
        if (dataset.isBand || dataset.texts || !chart.isDatasetVisible(k)) return;
        let index = -1;
        while (index + 1 < dataset.data.length && dataset.data[index + 1].x <= places[at]) ++index;
        if (index >= 0) active.push({ datasetIndex: k, index });
      });
      const x = chart.scales.x.getPixelForValue(places[at]);
      chart.setActiveElements(active);
      chart.tooltip.setActiveElements(active, { x, y: chart.chartArea.top });
      chart.update();
      const values = active.map(({ datasetIndex, index }) =>
        textOf({ dataset: chart.data.datasets[datasetIndex], dataIndex: index }));
      readout.textContent = `${figure.x.label}: ${short(places[at])}. ${values.join("; ")}`;
    };
    canvas.addEventListener("keydown", (event) => {
      const page = Math.max(1, Math.round(places.length / 10));
      const moves = { ArrowRight: 1, ArrowLeft: -1, PageUp: page, PageDown: -page, Home: -places.length, End: places.length };
      if (!(event.key in moves) || places.length === 0) return;
      event.preventDefault();
      at = Math.min(places.length - 1, Math.max(0, at + moves[event.key]));
      show();
    });
  }

  function table(headings, rows) {
    const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
    const body = rows.map((row) => element("tr", {}, ...row.map((text) => element("td", {}, text))));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  }

  /** The numbers behind a figure, made when they are asked for. */
  function numbers(figure) {
    const details = element("details", {}, element("summary", {}, "Data as tables"));
    details.addEventListener("toggle", () => {
      if (!details.open || details.childElementCount > 1) return;
      const add = (name, headings, rows) => {
        const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, table(headings, rows));
        details.append(element("h3", {}, name), scroll);
      };
      for (const curve of figure.curves) {
        add(curve.name, [figure.x.label, figure.y.label], curve.x.map((x, k) => [String(x), String(curve.y[k])]));
      }
      for (const band of figure.bands) {
        add(band.name, [figure.x.label, "low", "high"], band.x.map((x, k) => [String(x), String(band.low[k]), String(band.high[k])]));
      }
      for (const points of figure.points) {
        add(points.name, [figure.x.label, "text"], points.x.map((x, k) => [String(x), points.texts[k]]));
      }
    });
    return details;
  }

  function drawFigure(figure, charts) {
    const canvas = element("canvas", { role: "img", tabindex: "0", "aria-label": figure.description });
    const readout = element("p", { class: "readout", "aria-live": "polite" });
    const plot = element("div", { class: "plot" }, canvas);
    const made = element("figure", { id: figure.id }, element("figcaption", {}, figure.title), plot);
    return { made, start: () => {
      const chart = makeChart(canvas, figure);
      charts.push(chart);
      plot.before(legend(chart));
      made.append(readout, numbers(figure));
      addKeys(canvas, chart, figure, readout);
    } };
  }

  const modes = {
    conflicts: { label: "conflicts of the best board", steps: ["none", "1", "2", "3", "4 or more"] },
    duration: { label: "share of the generations in conflict", steps: ["0", "to 25 %", "to 50 %", "to 75 %", "to 100 %"] },
    entropy: { label: "entropy of the population", steps: ["0", "to 25 %", "to 50 %", "to 75 %", "to 100 %"] },
  };

  /** Heat 0 to 4 of each cell at a frame. */
  function heats(board, at, mode) {
    const quarter = (share) => share <= 0 ? 0 : Math.min(4, Math.ceil(share * 4));
    const frame = board.frames[at];
    if (mode === "conflicts") return [...frame.conflicts].map((digit) => Math.min(4, Number(digit)));
    if (mode === "entropy") return [...frame.entropy].map((digit) => quarter(Number(digit) / 10));
    const sums = Array(81).fill(0);
    let total = 0;
    for (let k = 0; k <= at; ++k) {
      const end = k < at ? board.frames[k + 1].generation : board.frames[k].generation + 1;
      const length = end - board.frames[k].generation;
      total += length;
      for (let cell = 0; cell < 81; ++cell) sums[cell] += board.frames[k].conflicts[cell] === "0" ? 0 : length;
    }
    return sums.map((sum) => quarter(sum / total));
  }

  function drawBoard(board, id) {
    const cells = [];
    const rows = [];
    for (let row = 0; row < 9; ++row) {
      const line = element("tr");
      for (let column = 0; column < 9; ++column) {
        const cell = element("td");
        cells.push(cell);
        line.append(cell);
      }
      rows.push(line);
    }
    const grid = element("table", { "aria-label": "The best board of the generation" }, element("tbody", {}, ...rows));
    const mode = element("select", { id: `${id}-colours` });
    for (const [name, { label }] of Object.entries(modes)) {
      if (name !== "entropy" || board.frames.some((frame) => frame.entropy)) mode.append(element("option", { value: name }, label));
    }
    const slider = element("input", { type: "range", id: `${id}-slider`, min: "0", max: String(board.frames.length - 1),
                                      value: String(board.frames.length - 1) });
    const state = element("output", { for: slider.id, "aria-live": "polite" });
    const key = element("ul", { class: "scale", "aria-label": "Colours" });
    const play = element("button", { type: "button" }, "Play");
    const show = () => {
      const at = Number(slider.value);
      const frame = board.frames[at];
      const heat = heats(board, at, mode.value);
      cells.forEach((cell, k) => {
        const digit = frame.board[k] === "." ? "" : frame.board[k];
        cell.textContent = digit;
        cell.className = (heat[k] ? `heat${heat[k]}` : "") + (board.givens[k] !== "." ? " given" : "");
      });
      const clashing = [...frame.conflicts].filter((count) => count !== "0").length;
      state.textContent = `generation ${frame.generation}, cost ${frame.cost}, ${clashing} cells in conflict`;
      slider.setAttribute("aria-valuetext", state.textContent);
      key.replaceChildren(...modes[mode.value].steps.map((text, k) => element("li", k ? { class: `heat${k}` } : {}, text)));
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
    return element("figure", { id }, element("figcaption", {}, "Best board of the generation"),
      element("div", { class: "board" }, grid, controls));
  }

  for (const section of data.sections) {
    const place = document.querySelector(`#${section.id} .choices`);
    const select = document.querySelector(`#${section.id} select`);
    if (!place || section.choices.length === 0) continue;
    let charts = [];
    const draw = () => {
      charts.forEach((chart) => chart.destroy());
      charts = [];
      const choice = section.choices[select ? select.selectedIndex : 0];
      const figures = choice.figures.map((figure) => drawFigure(figure, charts));
      place.replaceChildren(...figures.map(({ made }) => made));
      figures.forEach(({ start }) => start());
      if (choice.board) place.append(drawBoard(choice.board, `${section.id}-board`));
    };
    if (select) select.addEventListener("change", draw);
    redraws.push(draw);
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
})();
