// The slowest requests, each with its time as a bar and its stamps at hand.
import { h, legend, svg } from './dom.js';
import { count, duration } from './format.js';
import { linearScale } from './scale.js';
import { moment } from './liveclock.js';

const WIDE = 400, TALL = 14;
let rows = new Map(), now, chosen;

export function slowest(doc) {
  rows = new Map(doc.slowest.map(row => [row.id, row]));
  now = doc.at;
  if (doc.slowest.length === 0) return [h('p', { class: 'muted' }, 'No request ended in the last five minutes.')];
  const most = Math.max(...doc.slowest.map(row => row.ended_ms)), x = linearScale(0, most, 0, WIDE);
  return [legend(['waiting', 'waiting in the gateway'], ['prefill', 'sent, no token yet'], ['streaming', 'streaming'], ['failed', 'failed or left']),
    h('div', { class: 'table-scroll' }, h('table', { class: 'slow-table' },
      h('thead', null, h('tr', null, [['ended', ''], ['model', 'words'], ['outcome', 'words'], ['time', 'words'], ['longest wait', ''], ['TTFT', ''], ['E2EL', ''], ['output', '']].map(([name, kind]) => h('th', { scope: 'col', class: kind || false }, name)))),
      h('tbody', null, doc.slowest.map(row => h('tr', { class: row.id === chosen ? 'pickable chosen' : 'pickable', tabindex: '0', 'data-key': row.id },
        h('th', { scope: 'row' }, moment(row.ended, now)), h('td', { class: 'words' }, row.model || 'not named'), h('td', { class: 'words' }, row.outcome, row.good === false && row.outcome === 'ok' && h('span', { class: 'muted' }, ', not good')), h('td', { class: 'time-cell' }, bar(row, x)),
        h('td', null, duration(row.waited_ms)), h('td', null, row.first_token_ms === undefined ? '–' : duration(row.first_token_ms)), h('td', null, duration(row.last_token_ms ?? row.ended_ms)), h('td', null, count(row.output_tokens))))))),
    h('div', { class: 'stamps', 'aria-live': 'polite' }, stampsOf(rows.get(chosen)))];
}

// From the read that completed the request to its end.
export function phases(row) {
  const sent = row.sent_ms ?? row.ended_ms, list = sent > 0 ? [['waiting', 0, sent]] : [];
  if (row.first_token_ms === undefined) return [...list, [row.outcome === 'ok' ? 'streaming' : 'failed', sent, row.ended_ms]];
  const last = row.last_token_ms ?? row.ended_ms;
  list.push(['prefill', sent, row.first_token_ms], ['streaming', row.first_token_ms, last]);
  return row.outcome === 'ok' || row.ended_ms <= last ? list : [...list, ['failed', last, row.ended_ms]];
}

function bar(row, x) {
  const parts = phases(row);
  return svg('svg', { class: 'slow-bar', viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': parts.map(([phase, from, to]) => `${phase} ${duration(to - from)}`).join(', ') },
    parts.map(([phase, from, to]) => svg('rect', { class: `phase-fill ${phase}`, x: x(from), width: Math.max(1, x(to) - x(from)), height: TALL })));
}

function stampsOf(row) {
  if (!row) return [h('span', { class: 'muted' }, 'No request is chosen.')];
  const after = ms => (ms === undefined ? undefined : duration(ms));
  return [['request', row.id], ['outcome', row.outcome + (row.detail ? `: ${row.detail}` : '')], ['came at', moment(row.started, now)], ['tenant', row.tenant], ['route', row.route], ['upstream', row.upstream], ['session', row.session], ['made its user wait', after(row.waited_ms)],
    ['sent after', after(row.sent_ms)], ['head after', after(row.headers_ms)], ['first token after', after(row.first_token_ms)], ['last token after', after(row.last_token_ms)], ['first byte forwarded after', after(row.first_written_ms)], ['last byte forwarded after', after(row.last_written_ms)], ['ended after', after(row.ended_ms)],
    ['longest gap', after(row.longest_gap_ms)], ['prompt tokens', row.input_tokens === undefined ? undefined : count(row.input_tokens)], ['output tokens', count(row.output_tokens)]]
    .filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => h('span', null, `${name} `, h('b', null, value)));
}

// Rows come and go; one listener stays.
export function watchPicks(place) {
  const pick = event => {
    const row = event.target.closest?.('tr[data-key]');
    if (!row || row.dataset.key === chosen) return;
    chosen = row.dataset.key;
    place.querySelectorAll('tr[data-key]').forEach(each => each.classList.toggle('chosen', each === row));
    place.querySelector('.stamps').replaceChildren(...stampsOf(rows.get(chosen)));
  };
  for (const kind of ['pointerover', 'focusin', 'click']) place.addEventListener(kind, pick);
}
