// Series over time, drawn by uPlot. What depends on figures is asked for at each drawing, so that a
// chart can be given new ones.
import { h, responsive, legend, tableOf } from './dom.js';
import { clock, duration, plainNumber, rate, share, shortDuration } from './format.js';
import { logScale } from './scale.js';

export const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const DASHES = { solid: undefined, dash: [7, 4], dot: [2, 3] };

// chart: {title, note, y: title of the axis with its unit, x: where it is not the time of the level, seconds, series: [{name, color, dash, values, fill, step, gaps, lone}], format, log, slo, shade: [[from, to, text]],
// range: [from, to], over, tick, steps, sync, height, marks: [[second, tone]], tell: what is done with the place that is pointed at}
export function timeChart(chart) {
  const box = h('div', { role: 'img', 'aria-label': describe(chart) });
  const hover = h('div', { class: 'u-hover', 'aria-hidden': 'true' });
  responsive(box, width => plot(chart, width, hover).root);
  return h('figure', { class: 'time-chart' },
    h('figcaption', null, chart.title, chart.note && h('span', { class: 'muted' }, chart.note)), ...titled(chart, box),
    legend(...chart.series.map(s => [`line ${s.dash ?? ''} ${s.key}`, s.name]),
      ...sloKey(chart), ...shadeKey(chart)), hover,
    tableOf('Series as a table', ['time', ...chart.series.map(s => s.name)], () => chart.seconds.map((t, i) =>
      [clock(t), ...chart.series.map(s => (s.values[i] === null ? '' : chart.format(s.values[i])))])));
}

// The plot between the titles of its axes.
export function titled(chart, box) {
  return [h('div', { class: 'axis-title' }, chart.y), box, h('div', { class: 'axis-title x' }, chart.x ?? 'time since the level started (s, m:ss)')];
}

// Ticks are round numbers: digits that say nothing are left out.
function tickText(chart, tick) {
  if (chart.format === duration) return shortDuration(tick);
  if (chart.format === share) return `${Number((tick * 100).toPrecision(6))} %`;
  return chart.format === rate || chart.format.name === 'plain' ? plainNumber(tick) : chart.format(tick);
}

export function describe(chart) {
  const parts = chart.series.map(s => {
    const known = s.values.filter(v => v !== null && v !== undefined);
    if (known.length === 0) return `${s.name}: nothing`;
    return `${s.name} from ${chart.format(Math.min(...known))} to ${chart.format(Math.max(...known))}`;
  });
  return `${chart.title} over ${chart.over ?? clock(chart.seconds.at(-1) ?? 0)}. ${parts.join('; ')}.`;
}

export function plot(chart, width, hover) {
  const grid = { stroke: color('--line'), width: 1 };
  const ticks = [0, 0], drawn = (at, texts) => { ticks[at] = texts.filter(text => text !== '').length; return texts; };
  const axis = { stroke: color('--muted'), grid, ticks: { stroke: color('--line'), width: 1 }, font: '12px system-ui, sans-serif' };
  const options = {
    width, height: chart.height ?? 270, legend: { show: false }, padding: [10, chart.sync ? 28 : 12, 0, 0],
    cursor: { y: false, points: { size: 7 }, ...(chart.sync ? { sync: { key: chart.sync }, drag: { x: false, y: false } } : {}) },
    scales: { x: { time: false, range: () => chart.range ?? [0, chart.span ?? chart.seconds.at(-1) ?? 1] }, y: yScale(chart) },
    axes: [
      { ...axis, size: 32, values: (_, at) => drawn(0, at.map(chart.tick ?? clock)), space: 60, ...(chart.steps ? { incrs: chart.steps } : {}) },
      { ...axis, size: 68, values: (_, at) => drawn(1, at.map(t => (t === null ? '' : tickText(chart, t)))), ...(chart.log ? logSplits() : {}) },
    ],
    series: [{}, ...chart.series.map(series)],
    hooks: { drawClear: [u => shade(u, chart)], drawAxes: [u => dots(u, chart)], draw: [u => sloLine(u, chart), u => marks(u, chart), u => { u.root.dataset.ticks = ticks.join(' '); }], setCursor: [u => say(u, chart, hover)] },
  };
  return new uPlot(options, dataOf(chart), h('div'));
}

export function dataOf(chart) {
  return [chart.seconds, ...chart.series.map(s => s.values)];
}

function series(s) {
  return {
    label: s.name, stroke: color(s.color), width: s.width ?? 2, dash: DASHES[s.dash ?? 'solid'], spanGaps: !s.step && !s.gaps,
    fill: s.fill ? `${color(s.color)}22` : undefined, points: s.lone ? { show: true, size: 4, filter: alone } : { show: false },
    paths: s.step ? uPlot.paths.stepped({ align: 1 }) : undefined,
  };
}

// A value between two gaps has no line; it gets a point. Nothing at a moment is no gap yet.
function alone(u, at) {
  const lone = [];
  let run = [];
  const close = () => { if (run.length === 1) lone.push(run[0]); run = []; };
  u.data[at].forEach((value, i) => { if (value === null) close(); else if (value !== undefined) run.push(i); });
  close();
  return lone;
}

function yScale(chart) {
  return chart.log ? { distr: 3, range: () => yRange(chart) } : { range: () => yRange(chart) };
}

// The bound's key. One far from all that was seen is not drawn, as it would press that into a line.
export function sloKey(chart, look = 'line dash') {
  if (!chart.slo) return [];
  const [low, high] = yRange(chart), drawn = chart.slo >= low && chart.slo <= high;
  return [[look, `SLO ${chart.format(chart.slo)}${drawn ? '' : ', off the chart'}`]];
}

// The times outside the measurement window: before it, and after it.
function shadeKey(chart) {
  const [before, after] = (chart.shade ?? []).map(([from, to]) => to > from);
  const names = [before && 'warm-up', after && 'drain'].filter(Boolean);
  return names.length > 0 ? [['outside', names.join(' and ')]] : [];
}

function yRange(chart) {
  const all = [...chart.series.flatMap(s => s.values), ...(chart.dots ?? []).map(dot => dot[1])].filter(v => v !== null && v !== undefined && (!chart.log || v > 0));
  const top = all.length ? Math.max(...all) : 1;
  if (!chart.log) return [0, chart.least === top ? top : Math.max(top * 1.08, chart.least ?? 0) || 1];
  let low = all.length ? Math.min(...all) : 1, high = top;
  if (chart.slo && chart.slo < high * 8 && chart.slo > low / 8) { low = Math.min(low, chart.slo); high = Math.max(high, chart.slo); }
  return [low * 0.8, high * 1.25];
}

function logSplits() {
  return {
    splits: (u, axisIndex, low, high) => {
      const ticks = logScale(low, high, 0, 1).ticks(), powers = ticks.filter(t => Number.isInteger(Number(Math.log10(t).toFixed(6))));
      return ticks.length > 8 && powers.length > 1 ? powers : ticks;
    },
    filter: (u, splits) => splits,
  };
}

function shade(u, chart) {
  const { ctx, bbox } = u;
  for (const [from, to] of chart.shade ?? []) {
    const a = Math.max(bbox.left, u.valToPos(from, 'x', true)), b = Math.min(bbox.left + bbox.width, u.valToPos(to, 'x', true));
    if (b <= a) continue;
    ctx.save();
    ctx.globalAlpha = 0.1;
    ctx.fillStyle = color('--muted');
    ctx.fillRect(a, bbox.top, b - a, bbox.height);
    ctx.restore();
  }
}

function dots(u, chart) {
  if (!chart.dots?.length) return;
  const { ctx } = u, size = 1.6 * devicePixelRatio;
  ctx.save();
  ctx.globalAlpha = chart.dots.length > 500 ? 0.25 : 0.4;
  ctx.fillStyle = color('--muted');
  for (const [t, v] of chart.dots) {
    ctx.beginPath();
    ctx.arc(u.valToPos(t, 'x', true), u.valToPos(v, 'y', true), size, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

function sloLine(u, chart) {
  if (!chart.slo) return;
  const { ctx, bbox } = u, y = u.valToPos(chart.slo, 'y', true);
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.save();
  ctx.strokeStyle = color('--ink');
  ctx.setLineDash([6, 5]);
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

// What happened at a moment: a line from top to bottom.
function marks(u, chart) {
  const { ctx, bbox } = u;
  for (const [second, tone] of chart.marks ?? []) {
    const x = u.valToPos(second, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.save();
    ctx.strokeStyle = color(tone);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash([2, 3]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}

function say(u, chart, hover) {
  const at = u.cursor.idx;
  if (chart.tell) chart.tell(u.cursor.left < 0 ? undefined : at ?? undefined);
  else hover.textContent = at === null || at === undefined ? '' : `${clock(chart.seconds[at])}: ` + chart.series
    .filter(s => s.values[at] !== null && s.values[at] !== undefined).map(s => `${s.name} ${chart.format(s.values[at])}`).join(' · ');
}
