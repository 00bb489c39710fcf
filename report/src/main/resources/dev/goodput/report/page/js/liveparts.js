// The parts of the live page, in their order: each is made once and filled with every document.
import { h, part, tabs } from './dom.js';
import { fillWith } from './morph.js';
import { frameOf } from './livestore.js';
import { drawCharts } from './livechart.js';
import { bandOf } from './livenow.js';
import { signs } from './livesigns.js';
import { trendPlaces, trendSpecs } from './livetrends.js';
import { enginePlaces, engineSpecs, engineTable, hasEngines } from './liveengine.js';
import { latencyTable } from './livelatency.js';
import { budgets, goodputRows } from './livebudget.js';
import { costs } from './livecost.js';
import { abandonment, waste } from './livewaste.js';
import { slowest, watchPicks } from './liveslow.js';
import { groupTable, sessions } from './livewho.js';
import { limits } from './livelimits.js';
import { save } from './download.js';
import { zone } from './liveclock.js';

const KINDS = ['seconds', 'minutes'], GROUPS = ['models', 'tenants', 'routes', 'upstreams'];
const FILLED = { band: bandOf, signs, latency: latencyTable, budgets, goodput: goodputRows, costs, waste, gone: abandonment, slow: slowest, sessions, limits, engine: engineTable };

export function liveParts(root, store) {
  const at = Object.fromEntries([...Object.keys(FILLED), 'groups'].map(name => [name, h('div', { 'data-own': name })]));
  const shown = { kind: 'seconds', group: 'models' };
  const draw = () => drawAll(store, at, shown, root);
  const spans = tabs('Time span', ['Last 15 minutes', 'Last 24 hours'], i => { shown.kind = KINDS[i]; draw(); });
  const who = tabs('Grouped by', ['Models', 'Tenants', 'Routes', 'Upstreams'], i => { shown.group = GROUPS[i]; draw(); });
  root.append(at.band, part('signs', 'Warning signs and events', undefined, at.signs),
    headed(part('trends', 'Trends', `Times of day are those of ${zone()}. A dashed upright line is an event of the list above.`, ...trendPlaces()), spans),
    part('engine', 'Upstreams', 'Figures of their metrics pages, if the gateway reads these; charts have the time axis of the trends above.', at.engine, ...enginePlaces()),
    part('latency', 'Latencies', undefined, at.latency),
    part('budgets', 'SLO budgets and goodput', 'How many requests met every limit of their class, and how many misses its target still allows.', at.budgets, at.goodput),
    part('costs', 'Cost and power', undefined, at.costs),
    h('div', { class: 'pair' }, part('waste', 'Wasted work', 'Tokens that were generated for nothing, each with one cause.', at.waste), part('gone', 'Clients that left before the first token', undefined, at.gone)),
    part('slow', 'Slowest requests', 'The requests of the last five minutes with the longest waits for the first token and in later stalls. Point at one, or move to it by keyboard, to see its times.', at.slow),
    headed(part('who', 'Models, tenants, routes, upstreams', undefined, at.groups), who), part('sessions', 'Sessions', undefined, at.sessions), part('limits', 'What this page cannot know', undefined, at.limits),
    h('footer', null, h('p', null, 'This page reads from its gateway once a second, and from no other server.'), h('p', null, save('live.json', () => store.doc))));
  watchPicks(at.slow);
  return draw;
}

function headed(section, control) {
  section.querySelector('.part-head').append(control);
  return section;
}

function drawAll(store, at, shown, root) {
  const { doc } = store;
  if (!doc) return;
  for (const [name, fill] of Object.entries(FILLED)) fillWith(at[name], fill(doc));
  fillWith(at.groups, groupTable(doc, shown.group));
  root.querySelector('.engine-charts').hidden = !hasEngines(doc);
  const frame = frameOf(store, shown.kind);
  drawCharts(root, [...trendSpecs(store, frame), ...(hasEngines(doc) ? engineSpecs(store, frame) : [])], frame);
}
