// What gives reason to look closer: hops that hold streams back, signs of saturation, dated events.
import { h, table } from './dom.js';
import { count, duration } from './format.js';
import { moment } from './liveclock.js';

export function signs(doc) {
  const all = [...(doc.alerts ?? []).map(alert), ...doc.coalescing.map(hop), ...doc.signs.map(sign => ({ key: sign.sign, name: sign.name, seen: sign.seen, since: sign.since, evidence: sign.evidence ?? '' }))];
  const rows = all.filter(row => row.seen), rest = [[false, '', '✔ not seen'], [undefined, '', '? not observable']];
  return [rows.length > 0 && seenTable(rows, doc), ...rest.map(([seen, tone, words]) => quiet(all.filter(row => row.seen === seen), tone, words, seen === undefined)),
    h('h3', null, 'Events'), doc.events.length === 0 ? h('p', { class: 'muted' }, 'None: no restart and nothing out of reach was seen.')
      : h('div', { class: 'table-scroll stack', role: 'region', 'aria-label': 'Events' }, table(['time', 'event', 'source', 'detail'], [...doc.events].reverse().map(event => [moment(event.at, doc.at), event.name, event.source ?? '', event.detail ?? '']), [1, 2, 3]))];
}

// Those that need no row of their own.
function quiet(rows, tone, words, why) {
  return rows.length > 0 && h('p', { class: 'quiet' }, h('span', { class: `pill ${tone}` }, words), ` ${rows.map(row => row.name + (why && row.evidence ? ` (${row.evidence})` : '')).join(' · ')}`);
}

function seenTable(rows, doc) {
  return h('div', { class: 'table-scroll stack' }, h('table', null, h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'warning sign'), h('th', { scope: 'col', class: 'words' }, 'state'), h('th', { scope: 'col', class: 'words' }, 'evidence'))),
    h('tbody', null, rows.map(row => h('tr', { 'data-key': row.key }, h('th', { scope: 'row' }, row.name), h('td', { class: 'words' }, h('span', { class: `pill ${row.tone ?? 'warn'}` }, row.state ?? '! seen')),
      h('td', { class: 'words' }, row.since && h('span', { class: 'muted' }, `since ${moment(row.since, doc.at)}: `), row.evidence))))));
}

// Whether a hop before an upstream lets streams go in lumps.
function hop(found) {
  const decided = found.cause !== 'undecided', held = decided && found.cause !== 'none';
  const evidence = [held && found.remedy, held && `about ${duration(found.held_ms)} held on average`, found.evidence, !decided && 'too few streams, or too short ones, to decide', decided && `of ${count(found.streams)} streams`];
  return { key: `hop ${found.upstream ?? ''}`, name: `a hop holds streams back${found.upstream ? `, before ${found.upstream}` : ''}`, seen: decided ? held : undefined, evidence: evidence.filter(Boolean).join('; ') };
}

// A burn-rate alert that the gateway evaluates itself.
function alert(found) {
  return { key: `alert ${found.slo} ${found.severity}`, name: `alert: SLO ${found.slo} (${found.severity})`, seen: found.firing, state: '✘ fires', tone: 'bad', since: found.since, evidence: found.evidence ?? '' };
}
