// Series over the time of the run, drawn by uPlot.
import { h, responsive, legend, tableOf } from './dom.js';
import { clock, duration, rate, share, shortDuration } from './format.js';
import { logScale } from './scale.js';

const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const DASHES = { solid: undefined, dash: [7, 4], dot: [2, 3] };

// chart: {title, note, seconds, series: [{name, color, dash, values, fill, step, gaps}], format, log, slo, shade: [[from, to, text]]}
export function timeChart(chart) {
  const box = h('div', { role: 'img', 'aria-label': describe(chart) });
  const hover = h('div', { class: 'u-hover', 'aria-hidden': 'true' });
  responsive(box, width => plot(chart, width, hover));
  return h('figure', { class: 'time-chart' },
    h('figcaption', null, chart.title, chart.note && h('span', { class: 'muted' }, chart.note)), box,
    legend(...chart.series.map(s => [`line ${s.dash ?? ''} ${s.key}`, s.name]),
      ...(chart.slo ? [['line dash', `SLO ${chart.format(chart.slo)}`]] : [])), hover,
    tableOf('Series as a table', ['time', ...chart.series.map(s => s.name)], () => chart.seconds.map((t, i) =>
      [clock(t), ...chart.series.map(s => (s.values[i] === null ? '' : chart.format(s.values[i])))])));
}

// Ticks are round numbers: digits that say nothing are left out.
function tickText(chart, tick) {
  if (chart.format === duration) return shortDuration(tick);
  if (chart.format === share) return `${Number((tick * 100).toPrecision(6))} %`;
  return chart.format === rate ? Number(tick.toPrecision(6)).toLocaleString('en-US') : chart.format(tick);
}

function describe(chart) {
  const parts = chart.series.map(s => {
    const known = s.values.filter(v => v !== null);
    if (known.length === 0) return `${s.name}: nothing`;
    return `${s.name} from ${chart.format(Math.min(...known))} to ${chart.format(Math.max(...known))}`;
  });
  return `${chart.title} over ${clock(chart.seconds.at(-1) ?? 0)}. ${parts.join('; ')}.`;
}

function plot(chart, width, hover) {
  const holder = h('div');
  const grid = { stroke: color('--line'), width: 1 };
  const axis = { stroke: color('--muted'), grid, ticks: { stroke: color('--line'), width: 1 }, font: '12px system-ui, sans-serif' };
  const options = {
    width, height: 270, legend: { show: false }, padding: [10, 12, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    scales: { x: { time: false, range: [0, chart.span ?? chart.seconds.at(-1) ?? 1] }, y: yScale(chart) },
    axes: [
      { ...axis, size: 32, values: (_, ticks) => ticks.map(clock), space: 60 },
      { ...axis, size: 68, values: (_, ticks) => ticks.map(t => (t === null ? '' : tickText(chart, t))), ...(chart.log ? logSplits() : {}) },
    ],
    series: [{}, ...chart.series.map(series)],
    hooks: { drawClear: [u => shade(u, chart)], drawAxes: [u => dots(u, chart)], draw: [u => sloLine(u, chart)], setCursor: [u => say(u, chart, hover)] },
  };
  new uPlot(options, [chart.seconds, ...chart.series.map(s => s.values)], holder);
  return holder;
}

function series(s) {
  return {
    label: s.name, stroke: color(s.color), width: s.width ?? 2, dash: DASHES[s.dash ?? 'solid'], spanGaps: !s.step && !s.gaps,
    fill: s.fill ? `${color(s.color)}22` : undefined, points: { show: false },
    paths: s.step ? uPlot.paths.stepped({ align: 1 }) : undefined,
  };
}

function yScale(chart) {
  const all = [...chart.series.flatMap(s => s.values), ...(chart.dots ?? []).map(dot => dot[1])].filter(v => v !== null && (!chart.log || v > 0));
  const top = all.length ? Math.max(...all) : 1;
  if (!chart.log) return { range: [0, chart.least === top ? top : Math.max(top * 1.08, chart.least ?? 0) || 1] };
  let low = all.length ? Math.min(...all) : 1, high = top;
  if (chart.slo && chart.slo < high * 8 && chart.slo > low / 8) { low = Math.min(low, chart.slo); high = Math.max(high, chart.slo); }
  return { distr: 3, range: [low * 0.8, high * 1.25] };
}

function logSplits() {
  return {
    splits: (u, axisIndex, low, high) => {
      const ticks = logScale(low, high, 0, 1).ticks();
      return ticks.length > 8 ? ticks.filter(t => /^[1-9]0*$|^0\.0*1$/.test(String(t)) && /^0*\.?0*1/.test(String(t))) : ticks;
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

function say(u, chart, hover) {
  const at = u.cursor.idx;
  hover.textContent = at === null || at === undefined ? '' : `${clock(chart.seconds[at])}: ` + chart.series
    .filter(s => s.values[at] !== null).map(s => `${s.name} ${chart.format(s.values[at])}`).join(' · ');
}
