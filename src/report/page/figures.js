// The data of the page as figures: {id, title, run, note, x, y, bands, curves, points}, which charts.js draws.
// An axis is {label, log, low, high}; a curve {name, color, x, y, steps, dashed, wide}; a band {name, legend, color, x,
// low, high, steps, faint}; points {name, color, shape, x, y, texts}. `color` is a number of a palette.

// Places of a measure within `spent` and `steps` of a run: src/report/page.cpp.
const measures = [
  { id: "work", place: 0, axis: "work: evaluations + trials + redraws" },
  { id: "evaluations", place: 1, axis: "evaluations" },
  { id: "seconds", place: 2, axis: "seconds" },
  { id: "generations", place: 3, axis: "generations" },
];
const costPlace = 4;

/** Groups as [[key, values], ...], in the order of their first values. */
function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(value);
  }
  return [...groups];
}

/** Of sorted values, interpolated between two of them. */
function quantile(values, order) {
  const place = order * (values.length - 1), below = Math.floor(place), share = place - below;
  return share === 0 ? values[below] : (1 - share) * values[below] + share * values[below + 1];
}

/** Points of an axis from the first score of any run to the end of all. Only seconds are not whole numbers. */
function pointsOf(runs, { id, place }) {
  const first = Math.max(lowest(runs.map((run) => run.steps[0][place])), id === "seconds" ? 1e-4 : 0);
  const last = highest(runs.map((run) => Math.max(run.spent[place], run.steps.at(-1)[place])));
  const points = [];
  if (id === "generations") {
    for (let at = first; at < last; at += Math.max(1, Math.ceil(last / 400))) points.push(at);
  } else {
    for (let k = -9 * 40; k <= 19 * 40; ++k) {  // 40 for each factor of ten
      const at = id === "seconds" ? 10 ** (k / 40) : Math.round(10 ** (k / 40));
      if (at >= first && at < last && at !== points.at(-1)) points.push(at);
    }
  }
  return [...points, last];
}

function convergenceFigure(runs, measure) {
  const figure = { id: `convergence-${measure.id}`, title: "Best cost so far", bands: [], curves: [], points: [],
                   x: { label: measure.axis, log: measure.id !== "generations" },
                   y: { label: "cost of the best board", low: 0 } };
  grouped(runs.filter((run) => run.steps.length), (run) => run.configuration).forEach(([name, members], color) => {
    const x = [], costs = [];
    const next = members.map(() => 0);  // the first step of each run that is still to come
    for (const at of pointsOf(members, measure)) {
      members.forEach(({ steps }, k) => {
        while (next[k] < steps.length && steps[next[k]][measure.place] <= at) ++next[k];
      });
      const known = members.flatMap(({ steps }, k) => next[k] ? [steps[next[k] - 1][costPlace]] : []);
      if (!known.length) continue;
      x.push(at);
      costs.push(known.sort((a, b) => a - b));
    }
    const of = (order) => costs.map((values) => quantile(values, order));
    const most = highest(costs.map((values) => values.length));
    const band = { legend: `${name}, middle 50 % and 80 %`, color, x, steps: true };
    if (most > 1) {
      figure.bands.push({ ...band, name: `${name}, 10 to 90 %`, low: of(0.1), high: of(0.9), faint: true },
                        { ...band, name: `${name}, 25 to 75 %`, low: of(0.25), high: of(0.75) });
    }
    figure.curves.push({ name: most > 1 ? `${name}, median of ${most} runs` : name, color, x, y: of(0.5), steps: true });
  });
  return figure;
}

function solutionsFigure(runs, measure) {
  const least = measure.id === "seconds" ? 1e-6 : 1;  // a log axis has no place for 0: a puzzle that logic filled
  const end = (run) => Math.max(least, run.spent[measure.place]);
  const isSolved = (run) => run.status === "solved";
  const ended = runs.filter((run) => run.status !== "running");
  const last = highest(ended.map(end));
  const first = Math.min(lowest(ended.map(end)), last / 10);
  const curves = grouped(ended, (run) => run.configuration).map(([name, members], color) => {
    const solved = members.filter(isSolved).map(end).sort((a, b) => a - b);
    const share = solved.length / members.length;
    return { name: `${name}: ${solved.length} of ${members.length} runs solved, ${members.length - solved.length} not`,
             color, steps: true, wide: !solved.length,  // it lies on the axis
             x: [solved[0] ?? first, ...solved, last], y: [0, ...solved.map((_, k) => (k + 1) / members.length), share] };
  });
  return { id: `ecdf-${measure.id}`, title: "Share of runs that solved", curves, bands: [], points: [],
           note: ended.some(isSolved) ? "" : "No run solved its puzzle",
           x: { label: `${measure.axis} until the solution`, log: true },
           y: { label: "share of all runs", low: 0, high: 1 } };
}

/** Restarts and migrations along the bottom. */
function marksOf({ marks }) {
  const kinds = [["restart", "triangle", 4], ["migration", "diamond", 2]];
  return kinds.filter(([event]) => marks[event]).map(([event, shape, color]) => {
    const { count, generations } = marks[event];
    return { name: count > generations.length ? `${generations.length} of ${count} ${event}s` : `${event}s`, color, shape,
             x: generations, y: generations.map(() => 0),
             texts: generations.map((at) => `${event} after generation ${at}`) };
  });
}

function populationFigure(history, id) {
  const { generation: x, ...of } = history.columns;
  const band = { legend: "middle 50 % and 80 % of the boards", color: 0, x };
  return { id: `${id}-population`, title: "Costs in the population", run: history.label, points: marksOf(history),
           x: { label: "generation" }, y: { label: "cost", low: 0 },
           bands: [{ ...band, name: "10 to 90 % of the boards", low: of.q10, high: of.q90, faint: true },
                   { ...band, name: "25 to 75 % of the boards", low: of.q25, high: of.q75 }],
           curves: [{ name: "median", color: 0, x, y: of.median }, { name: "mean", color: 0, x, y: of.mean, dashed: true },
                    { name: "best of the generation", color: 3, x, y: of.best },
                    { name: "best so far", color: 1, x, y: of.best_so_far, steps: true }] };
}

/** Null if no row has a diversity. */
function diversityFigure(history, id) {
  const { generation, distinct, entropy, size, cell_entropy: cells } = history.columns;
  const rows = generation.map((_, k) => k).filter((k) => distinct[k] !== null);
  if (!rows.length) return null;
  const digits = Math.sqrt(cells[rows[0]].length);
  const x = rows.map((k) => generation[k]);
  return { id: `${id}-diversity`, title: "Diversity", run: history.label, points: marksOf(history), bands: [],
           x: { label: "generation" }, y: { label: "share of the highest possible value", low: 0, high: 1 },
           curves: [{ name: "distinct boards / boards", color: 0, x, y: rows.map((k) => distinct[k] / size[k]) },
                    { name: `entropy per cell / log2 ${digits}`, color: 3, x, dashed: true,
                      y: rows.map((k) => entropy[k] / Math.log2(digits)) }] };
}

/** What some file has measured at two or more populations, without the details of phases and operators. */
function worksOf(benchmarks) {
  const all = benchmarks.flatMap(({ result }) => grouped(result.measurements, (one) => JSON.stringify([one.device, one.what]))
    .filter(([, members]) => new Set(members.map((one) => one.population)).size > 1)
    .map(([, members]) => members[0].what));
  return [...new Set(all)].filter((what) => !what.includes("/"));
}

/** The rate of a curve at a population between its points, as straight lines on two log axes. */
function rateAt({ x, y }, population) {
  const above = x.findIndex((at) => at >= population);
  if (above <= 0) return y.at(above);
  const share = Math.log(population / x[above - 1]) / Math.log(x[above] / x[above - 1]);
  return y[above - 1] * (y[above] / y[above - 1]) ** share;
}

function throughputFigure(benchmarks, what) {
  const figure = { id: `throughput-${what}`, title: `Throughput: ${what}`, bands: [], curves: [], points: [],
                   x: { label: "population: boards", log: true }, y: { log: true } };
  let color = 0;
  for (const { name: file, result } of benchmarks) {
    const prefix = benchmarks.length > 1 ? `${file}: ` : "";
    const curveOf = {};
    for (const { id } of result.devices) {
      const points = result.measurements.filter((one) => one.device === id && one.what === what)
        .map(({ unit, population, items, seconds }) => {
          const sorted = [...seconds].sort((a, b) => a - b);
          return { unit, population, rate: items / quantile(sorted, 0.5), low: items / quantile(sorted, 0.75),
                   high: items / quantile(sorted, 0.25) };
        }).filter(({ rate }) => Number.isFinite(rate)).sort((a, b) => a.population - b.population);
      const name = prefix + id, x = points.map((point) => point.population);
      const of = (key) => points.map((point) => Number.isFinite(point[key]) ? point[key] : point.rate);
      if (points.length) {
        curveOf[id] = { name, color, x, y: of("rate") };
        figure.y.label = `${points[0].unit} per second`;
        figure.curves.push(curveOf[id]);
        figure.bands.push({ name: `${name}, quartiles`, legend: `${name}, quartiles`, color, x, low: of("low"), high: of("high") });
      }
      ++color;
    }
    for (const { device, beside, what: measured, population } of result.wins_from ?? []) {
      const curve = curveOf[device];
      // At the smallest population a device is faster everywhere: that is not a crossing.
      if (measured !== what || population === null || !curve || population <= curve.x[0]) continue;
      figure.points.push({ name: `${prefix}${device} is faster than ${beside} from ${population} boards on`,
                           color: curve.color, shape: "circle", x: [population], y: [rateAt(curve, population)],
                           texts: [`${prefix}${device} overtakes ${beside} at ${population} boards`] });
    }
  }
  return figure;
}

/** A sentence about every curve, for readers who do not see the figure. */
function descriptionOf({ title, run, note, x, y, curves, points }) {
  const round = (value) => Number(value.toPrecision(4));
  let text = `${title}. ${y.label} by ${x.label}.`;
  if (run) text += ` Run: ${run}.`;
  if (note) text += ` ${note}.`;
  for (const curve of curves.filter((each) => each.x.length)) {
    const [from, at, to, end] = [curve.y[0], curve.x[0], curve.y.at(-1), curve.x.at(-1)].map(round);
    text += ` ${curve.name}: from ${from} at ${at} to ${to} at ${end}.`;
  }
  for (const each of points) text += ` ${each.name}: ${each.x.length}.`;
  return text;
}

/** The choices of each section: {label, figures, board}. `figures` makes them; `board` is a history. */
function choicesOf({ runs, histories, benchmarks }) {
  const byMeasure = (figure, some) => some.map((measure) => ({ label: measure.id, figures: () => [figure(runs, measure)] }));
  return {
    convergence: byMeasure(convergenceFigure, measures),
    runs: histories.map((history, k) => {
      const figures = () => [populationFigure, diversityFigure].map((figure) => figure(history, `run-${k + 1}`));
      return { label: history.label, figures: () => figures().filter(Boolean), board: history };
    }),
    solutions: byMeasure(solutionsFigure, measures.slice(0, 3)),
    throughput: worksOf(benchmarks).map((what) => ({ label: what, figures: () => [throughputFigure(benchmarks, what)] })),
  };
}
