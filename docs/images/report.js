// For the picture of README.md, scripts/docs/draw report: one chart, one run and its board fit by lower charts, a board with conflicts, and
// no second chart of the run.
const runs = document.querySelector("#runs-choice");
runs.value = [...runs.options].find((each) => each.value.startsWith("tournament")).value;
runs.dispatchEvent(new Event("change"));
const sheet = document.styleSheets[0];
sheet.insertRule(".plot { height: 16rem; min-height: 0 }", sheet.cssRules.length);
sheet.insertRule("main p, #runs figure:nth-of-type(2) { display: none }", sheet.cssRules.length);
const slider = document.querySelector("#runs input[type=range]");
slider.value = String(Math.round(slider.max * 0.2));
slider.dispatchEvent(new Event("input"));
dispatchEvent(new Event("resize"));
