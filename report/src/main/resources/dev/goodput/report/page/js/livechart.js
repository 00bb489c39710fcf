// Charts that go on: each is made once and given new figures.
import { h, legend, responsive, table } from './dom.js';
import { dataOf, describe, plot, sloKey, titled } from './timechart.js';
import { count } from './format.js';
import { timeOfDay, hourAndMinute } from './liveclock.js';

const charts = new Map();

// An empty place that a chart is put into by drawCharts().
export function chartPlace(id) {
  return h('div', { 'data-own': 'chart', 'data-key': id });
}

// specs: {id, title, note, y, series, format, log, slo, least, marks}
export function drawCharts(root, specs, frame) {
  for (const spec of specs) {
    const place = root.querySelector(`[data-key="${spec.id}"]`);
    const made = `${spec.id} ${frame.kind} ${spec.series.map(s => s.key).join(' ')}`;
    if (place.dataset.own !== made) {
      charts.get(spec.id)?.end();
      charts.set(spec.id, liveChart());
      place.replaceChildren(charts.get(spec.id).figure);
      place.dataset.own = made;
    }
    charts.get(spec.id).update(wholeOf(spec, frame));
  }
}

function wholeOf(spec, frame) {
  return { ...spec, seconds: frame.seconds, range: frame.range, over: frame.over, steps: frame.steps, height: 200, sync: 'live',
    clock: frame.kind === 'seconds' ? timeOfDay : hourAndMinute, tick: hourAndMinute, series: spec.series.map(s => ({ ...s, gaps: true, lone: true })) };
}

const known = value => value !== undefined && value !== null;

// The keys with what was last, or with what was at the moment that is pointed at.
function keysOf(chart, at) {
  const value = s => (at === undefined ? s.values.findLast(known) : s.values[at]);
  const text = s => (known(value(s)) ? `${s.name} ${chart.format(value(s))}` : s.name);
  const when = at !== undefined ? `at ${chart.clock(chart.seconds[at])}` : chart.series.some(s => s.values.some(known)) ? '' : 'nothing yet';
  return [legend(...chart.series.map(s => [`line ${s.dash ?? ''} ${s.key}`, text(s)]), ...sloKey(chart, 'line dash slo-key')), h('p', { class: 'key-time muted' }, when)];
}

function liveChart() {
  let u, chart;
  const box = h('div', { role: 'img' }), keys = h('div', { class: 'live-keys', 'aria-hidden': 'true' });
  const caption = h('figcaption'), figure = h('figure', { class: 'time-chart' }, caption, keys, asTable(() => chart));
  const tell = at => keys.replaceChildren(...keysOf(chart, at));
  responsive(box, width => { u?.destroy(); u = plot(chart, width, keys); return u.root; });
  const update = next => {
    const first = chart === undefined;
    chart = Object.assign(chart ?? { tell }, next);
    box.setAttribute('aria-label', describe(chart));
    if (first) {
      caption.append(chart.title, ...(chart.note ? [h('span', { class: 'muted' }, chart.note)] : []));
      caption.after(...titled({ ...chart, x: 'time of day' }, box));
    }
    u?.setData(dataOf(chart));
    tell(u?.cursor.left >= 0 ? u.cursor.idx ?? undefined : undefined);
  };
  return { figure, update, end: () => u?.destroy() };
}

// As it was when it was opened: a table that moves cannot be read.
function asTable(chartNow) {
  const details = h('details', null, h('summary', null, 'Series as a table'));
  details.addEventListener('toggle', () => {
    while (details.childElementCount > 1) details.lastChild.remove();
    if (!details.open) return;
    const chart = chartNow();
    const rows = chart.seconds.map((at, i) => [timeOfDay(at), ...chart.series.map(s => s.values[i])]).filter(row => row.slice(1).some(v => v !== null && v !== undefined)).reverse()
      .map(([at, ...values]) => [at, ...values.map(v => (v === null || v === undefined ? '' : chart.format(v)))]);
    details.append(h('p', { class: 'muted small' }, `${count(rows.length)} rows, the newest first, as of ${timeOfDay(chart.seconds.at(-1))}`),
      h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': `${chart.title} as a table` }, table(['time', ...chart.series.map(s => s.name)], rows)));
  });
  return details;
}
