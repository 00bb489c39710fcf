// Latency: one metric at a time as a distribution and over time, all of them in one table.
import { h, part, percentile, ratingPill, scrolled, tabs } from './dom.js';
import { duration, count } from './format.js';
import { distribution } from './distribution.js';
import { timeChart } from './timechart.js';
import { rowsOf } from './timeline.js';

// These four are said to be not applicable where they are; the others are left out.
const ALWAYS = ['TTFT', 'TPOT', 'ITL', 'E2EL'];
const COLUMNS = [['mean', 'mean'], ['p50', 'p50'], ['p90', 'p90'], ['p95', 'p95'], ['p99', 'p99'], ['p999', 'p99.9'], ['max', 'max']];

export function latencyPart(level) {
  const box = h('div', { class: 'columns', role: 'tabpanel', 'aria-label': 'The chosen latency' });
  const choose = at => {
    const metric = level.latencies[at];
    box.replaceChildren(distribution({ ...metric, edges: [...metric.counts, 0].map((_, i) => metric.low * metric.ratio ** i), bands: level.bands[metric.name], marks: marksOf(level.document[metric.key]) }), metric.over_time ? overTime(metric, level) : h('div'));
  };
  if (level.latencies.length > 0) choose(0);
  const section = part('latency', 'Latency', level.latency_lead, box, percentileTable(level), h('p', { class: 'muted small' }, (lacksPercentile(level) ? 'A dash: too few requests for this percentile. ' : '') + 'Failures have no latency. They count in the error rate, SLO attainment and goodput.'));
  section.querySelector('.part-head').append(tabs('Latency', level.latencies.map(m => m.name), choose));
  return section;
}

// p50, p95 and p99 where there are enough requests for them; the maximum stands for those that are absent.
function marksOf(dist) {
  const marks = ['p50', 'p95', 'p99'].filter(name => dist?.[name] !== undefined).map(name => ({ name, value: dist[name] }));
  return dist && marks.length < 3 && dist.max !== undefined ? [...marks, { name: 'max', value: dist.max }] : marks;
}

function at(document, path) {
  return path.split('.').reduce((part, name) => part?.[name], document);
}

// A dot for each request, where the timeline holds every one.
function dotsOf(metric, level) {
  const value = { ttft_ms: row => row.first && (row.first - row.start) * 1000, e2el_ms: row => row.last && (row.last - row.start) * 1000,
    tpot_ms: row => row.streamed > 1 && row.last && (row.last - row.first) * 1000 / (row.streamed - 1) }[metric.key];
  return level.timeline.complete ? rowsOf(level.timeline).filter(row => row.outcome === 'ok' && value(row) > 0).map(row => [row.start, value(row)]) : [];
}

function overTime(metric, level) {
  const t = metric.over_time, dots = dotsOf(metric, level);
  return timeChart({
    title: `${metric.name} over time`, note: `in steps of ${t.by}${dots.length ? '; a dot for each request' : ''}`, y: `${metric.name}, log scale`, seconds: middles(t.p50, t.step), dots, span: level.span, log: true, format: duration, slo: metric.threshold,
    shade: shades(level),
    series: [['p50', '--p50', 'solid'], ['p95', '--p95', 'dash'], ['p99', '--p99', 'dot']].filter(([name]) => t[name])
      .map(([name, color, dash]) => ({ name, key: name, color, dash, values: t[name], lone: true })),
  });
}

// The middles of steps that last so many seconds.
export const middles = (values, step) => values.map((_, i) => (i + 0.5) * step);

export function shades(level) {
  return [[0, level.window[0]], [level.window[1], level.span]];
}

function tableOfPercentiles(level) {
  const rows = level.table.map(row => ({ ...row, ...level.ratings[row.name], dist: at(level.document, row.path) })).filter(row => row.dist || ALWAYS.includes(row.name));
  const columns = COLUMNS.filter(([key]) => rows.some(row => row.dist?.[key] !== undefined));
  return [rows, columns.length > 0 ? columns : COLUMNS.slice(0, 1)];
}

function lacksPercentile(level) {
  const [rows, columns] = tableOfPercentiles(level);
  return rows.some(row => row.dist && columns.some(([key]) => row.dist[key] === undefined));
}

function percentileTable(level) {
  const [rows, columns] = tableOfPercentiles(level);
  return scrolled('Percentiles', h('table', { class: 'percentiles' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, level.latency_from), columns.map(([, title]) => h('th', { scope: 'col' }, title)), h('th', { scope: 'col' }, 'count'), h('th', { scope: 'col', class: 'words' }, 'rating of p95'))),
    h('tbody', null, rows.map(row => h('tr', null, h('th', { scope: 'row', title: row.long }, row.name),
      row.dist ? columns.map(([key]) => h('td', null, percentile(row.dist, key)))
        : h('td', { colspan: columns.length, class: 'muted' }, 'not applicable'),
      h('td', null, row.dist ? count(row.dist.count) : ''), h('td', { class: 'words' }, row.rating && h('span', { class: ratingPill(row.state) }, row.rating)))))));
}
