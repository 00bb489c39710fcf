// Failures by kind, with what the server or the system said and where to look.
import { h, part, table } from './dom.js';
import { clock, count } from './format.js';
import { rowsOf } from './timeline.js';

const SHOWN = 12;

export function failures(level) {
  const groups = new Map();
  for (const row of rowsOf(level.timeline)) {
    if (row.outcome === 'ok' || row.outcome === 'cancelled') continue;
    const key = `${row.outcome}\n${row.status ?? ''}\n${row.detail ?? ''}`;
    const group = groups.get(key) ?? { outcome: row.outcome, status: row.status, detail: row.detail ?? '', rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  if (groups.size === 0) return [];
  const sorted = [...groups.values()].sort((a, b) => b.rows.length - a.rows.length);
  const answered = sorted.some(group => group.status !== undefined);
  const lead = `${level.timeline.drawn ? 'Of the requests drawn in the timeline' : 'Of the first failures'}, warm-up and drain included.`;
  return [part('failures', 'Failures', lead, h('div', { class: 'table-scroll' }, table(['outcome', ...(answered ? ['status'] : []), 'requests', 'first at', 'for example', h('span', { class: 'reason' }, 'reason')],
    sorted.slice(0, SHOWN).map(group => [group.outcome, ...(answered ? [group.status === undefined ? '' : String(group.status)] : []), count(group.rows.length), clock(group.rows[0].start),
      group.rows.slice(0, 3).map(row => String(row.id)).join(', '), h('span', { class: 'reason' }, group.detail)]))),
  sorted.length > SHOWN && h('p', { class: 'muted small' }, `${count(sorted.length - SHOWN)} more kinds are in requests.csv.`))];
}
