// Every request as a bar in a lane: waiting to be sent, prefill, streaming; failures apart.
import { h, svg, responsive, legend, scrolled } from './dom.js';
import { axes } from './axes.js';
import { duration, clock, count } from './format.js';
import { linearScale } from './scale.js';

const LEFT = 8, TOP = 12, BOTTOM = 48;

// The embedded table has an array per field, and an object by id for what few requests have; stamps
// are milliseconds since the request's start.
export function rowsOf(table) {
  const at = (start, ms) => (ms === null ? undefined : start + ms / 1000);
  return table.id.map((id, i) => {
    const start = table.start_s[i];
    return { id, start, sent: at(start, table.sent_ms[i]), first: at(start, table.first_ms[i]), last: at(start, table.last_ms[i]), ended: at(start, table.ended_ms[id] ?? table.last_ms[i]),
      input: table.input[i], output: table.output[i], streamed: table.streamed[id] ?? table.output[i], outcome: table.outcomes[id] ?? 'ok', slow: table.slow[id], status: table.statuses[id], detail: table.details[id] };
  });
}

// Greedy: each request takes the first lane that is free when it starts.
export function lanes(rows) {
  const free = [];
  return rows.map(row => {
    const end = row.ended ?? row.start;
    let lane = free.findIndex(until => until <= row.start);
    if (lane < 0) lane = free.length;
    free[lane] = end;
    return lane;
  });
}

export function timeline(level) {
  const rows = rowsOf(level.timeline);
  if (rows.length === 0) return [h('p', { class: 'muted' }, 'No request was recorded.')];
  const lane = lanes(rows), laneCount = Math.max(...lane) + 1;
  const streamed = level.document.ttft_ms !== undefined || level.document.e2el_ms === undefined;
  const state = { picked: -1, rows, lane, laneCount, level, streamed };
  const box = h('div', { tabindex: '0', role: 'group', 'aria-label': `Timeline of ${count(rows.length)} requests. Left and right arrows move through them.` });
  const stamps = h('div', { class: 'stamps', 'aria-live': 'polite' }, h('span', { class: 'muted' }, 'Point at a request, or use the arrow keys, to see its times.'));
  const slowRows = new Map();
  const pick = at => {
    state.picked = at;
    stamps.replaceChildren(...stampsOf(rows[at]));
    state.outline?.(at);
    slowRows.forEach((tr, index) => tr.classList.toggle('chosen', index === at));
  };
  responsive(box, width => draw(state, width, pick));
  box.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    pick((Math.max(0, state.picked) + step + rows.length) % rows.length);
    event.preventDefault();
  });
  const all = level.timeline.requests;
  const drawn = (level.timeline.complete ? `${count(all)} requests` : `${count(rows.length)} of ${count(all)} requests, the slowest ten among them`) + ', warm-up and drain included (shaded)';
  return [h('figure', null, h('figcaption', null, 'One bar per request', h('span', { class: 'muted' }, `${drawn}; the row has no meaning`)), box,
    legend(['waiting', 'waiting to be sent, or for a retry'], streamed && ['prefill', 'sent, no token yet'], ['streaming', streamed ? 'streaming' : 'sent, no answer yet'], ['failed', 'failed'], ['cancelled', 'cancelled']), stamps),
  slowest(rows, pick, slowRows, streamed)];
}

function draw(state, width, pick) {
  const { rows, lane, laneCount, level } = state;
  const thick = Math.max(1.2, Math.min(13, 420 / laneCount)), height = TOP + laneCount * thick + BOTTOM;
  const span = Math.max(...rows.map(r => r.ended ?? r.start), level.window[1]);
  const x = linearScale(0, span, LEFT, width - LEFT), middle = at => TOP + (lane[at] + 0.5) * thick;
  const paths = { waiting: '', prefill: '', streaming: '', failed: '', cancelled: '' };
  rows.forEach((row, at) => phases(row, state.streamed).forEach(([phase, from, to]) => {
    const a = x(from), b = Math.max(a + 0.7, x(to));
    paths[phase] += `M${a.toFixed(1)} ${middle(at).toFixed(1)}H${b.toFixed(1)}`;
  }));
  const picked = svg('rect', { class: 'picked', visibility: 'hidden', rx: 2 });
  state.outline = at => {
    const row = rows[at], left = x(row.start);
    for (const [k, v] of Object.entries({ x: left - 1.5, y: middle(at) - thick / 2 - 1, width: Math.max(3, x(row.ended ?? row.start) - left + 3), height: thick + 2, visibility: 'visible' })) picked.setAttribute(k, v);
  };
  const chart = svg('svg', { class: 'chart timeline', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    cuts(level, x, height, span),
    axes({ x, xText: clock, xTitle: 'time since the level started (s, m:ss)' }, { left: LEFT, right: width - LEFT, top: TOP, base: height - BOTTOM + 6 }),
    svg('g', { class: 'phases' }, Object.entries(paths).map(([phase, d]) => d && svg('path', { class: `phase-${phase}`, d, 'stroke-width': Math.max(0.9, thick * 0.78) }))),
    picked, numbers(rows, x, middle, pick));
  chart.addEventListener('pointermove', event => {
    const at = nearest(event, chart, state, x, thick, width);
    if (at >= 0 && at !== state.picked) pick(at);
  });
  if (state.picked >= 0) state.outline(state.picked);
  return chart;
}

function phases(row, streamed) {
  const end = row.ended ?? row.start, list = [];
  const sent = row.sent ?? end;
  if (sent > row.start) list.push(['waiting', row.start, sent]);
  if (row.outcome === 'cancelled') return [...list, ['cancelled', sent, end]];
  if (row.outcome !== 'ok') return [...list, ['failed', sent, end]];
  if (row.first === undefined || !streamed) return [...list, ['streaming', sent, end]];
  return [...list, ['prefill', sent, row.first], ['streaming', row.first, end]];
}

function cuts(level, x, height, span) {
  return [[0, level.window[0]], [level.window[1], span]].filter(([a, b]) => b > a + 1e-9).map(([a, b]) =>
    svg('rect', { class: 'cut', x: x(a), y: TOP - 4, width: Math.max(0, x(b) - x(a)), height: height - TOP - BOTTOM + 8 }));
}

function numbers(rows, x, middle, pick) {
  return rows.map((row, at) => row.slow && svg('g', { class: 'slow-number', transform: `translate(${x(row.ended ?? row.start) + 2} ${middle(at)})`, onclick: () => pick(at) },
    svg('circle', { r: 7.5 }), svg('text', { y: 3.4 }, String(row.slow))));
}

function nearest(event, chart, state, x, thick, width) {
  const bounds = chart.getBoundingClientRect(), ratio = width / bounds.width;
  const px = (event.clientX - bounds.left) * ratio, lane = Math.floor(((event.clientY - bounds.top) * ratio - TOP) / thick);
  let best = -1, distance = 12;
  state.rows.forEach((row, at) => {
    if (Math.abs(state.lane[at] - lane) > (thick < 4 ? 2 : 0)) return;
    const a = x(row.start), b = x(row.ended ?? row.start);
    const off = px < a ? a - px : px > b ? px - b : 0;
    if (off < distance) { best = at; distance = off; }
  });
  return best;
}

function stampsOf(row) {
  const since = at => (at === undefined ? undefined : duration((at - row.start) * 1000));
  return [['request', String(row.id)], ['outcome', row.outcome + (row.detail ? `: ${row.detail}` : '')], ['started at', clock(Number(row.start.toFixed(3)))],
    ['sent after', since(row.sent)], ['first token after', since(row.first)], ['last token after', since(row.last)], ['ended after', since(row.ended)],
    ['prompt tokens', row.input === undefined ? undefined : count(row.input)], ['output tokens', row.output === undefined ? undefined : count(row.output)]]
    .filter(([, value]) => value !== undefined).map(([name, value]) => h('span', null, `${name} `, h('b', null, value)));
}

function slowest(rows, pick, slowRows, streamed) {
  const slow = rows.map((row, at) => ({ row, at })).filter(({ row }) => row.slow).sort((a, b) => a.row.slow - b.row.slow);
  if (slow.length === 0) return undefined;
  const ms = (to, from) => (to === undefined ? undefined : (to - from) * 1000);
  return h('div', null, h('h3', null, `The slowest ${slow.length === 10 ? 'ten' : 'requests'}, by E2EL`),
    h('div', { class: 'table-scroll' }, h('table', null,
      h('thead', null, h('tr', null, ['rank', 'request', 'started', 'wait to be sent', streamed && 'TTFT', 'E2EL', 'prompt tokens', 'output tokens'].map(t => t !== false && h('th', { scope: 'col' }, t)))),
      h('tbody', null, slow.map(({ row, at }) => {
        const byKey = event => { if (event.key === 'Enter' || event.key === ' ') { pick(at); event.preventDefault(); } };
        const tr = h('tr', { class: 'pickable', tabindex: '0', onclick: () => pick(at), onkeydown: byKey },
          h('td', null, String(row.slow)), h('td', null, String(row.id)), h('td', null, clock(row.start)),
          h('td', null, duration(ms(row.sent, row.start))), streamed && h('td', null, duration(ms(row.first, row.start))),
          h('td', null, duration(ms(row.last, row.start))), h('td', null, count(row.input)), h('td', null, count(row.output)));
        slowRows.set(at, tr);
        return tr;
      })))));
}
