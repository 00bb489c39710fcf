// The goodput family, each with its sentence, and where the received tokens went.
import { h, svg, tableOf } from './dom.js';
import { count, share } from './format.js';

export function goodputFamily(family) {
  return h('div', { class: 'family' }, family.map(row => h('div', { class: 'row' },
    h('span', { class: 'name' }, row.name),
    row.share === undefined ? h('span') : track(row.share, row.name),
    h('span', { class: 'value' }, row.value),
    h('p', { class: 'sentence' }, row.sentence))));
}

function track(part, name) {
  return svg('svg', { class: 'track', viewBox: '0 0 100 6', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${name}: ${share(part)} of the whole` },
    svg('rect', { class: 'bed', width: 100, height: 6, rx: 1 }), svg('rect', { class: 'fill', width: Math.max(0, Math.min(1, part)) * 100, height: 6, rx: 1 }));
}

export function tokensByOutcome(tokens) {
  const total = tokens.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return h('p', { class: 'muted' }, 'No token was received.');
  const kind = word => (word === 'ok' ? 'streaming' : word === 'cancelled' ? 'cancelled' : 'failed');
  let at = 0;
  return h('figure', null, h('figcaption', null, 'Output tokens by outcome', h('span', { class: 'muted' }, `${count(total)} received`)),
    svg('svg', { class: 'chart strip', viewBox: '0 0 1000 26', preserveAspectRatio: 'none', role: 'img', 'aria-label': tokens.map(([word, n]) => `${word} ${share(n / total)}`).join(', ') },
      tokens.map(([word, n]) => { const x = at; at += n / total * 1000; return svg('rect', { class: `phase-fill ${kind(word)}`, x, width: Math.max(0, at - x - 1), height: 26 }); })),
    h('ul', { class: 'legend' }, tokens.map(([word, n]) => h('li', null, h('span', { class: `key ${kind(word)}`, 'aria-hidden': 'true' }), `${word}: ${count(n)} (${share(n / total)})`))));
}
