// What the page knows: the last document, and the rows of all that came before it.

// A row may still have changed after it was first sent, and changes while answers are under way whose
// tokens came in it. Those of the last `overlap` seconds are asked for each time, and so are all that
// are owed while none older than `near` seconds may change. Else those of the last `near` are asked for
// each time from the first that nobody knows yet, and all that are owed one time in `seldom`.
const SPANS = {
  seconds: { step: 1, span: 900, overlap: 5, near: 320, seldom: 10, patience: 20, calm: { means: 5, shares: 10 }, over: 'the last 15 minutes', by: 'by second', steps: [5, 10, 15, 30, 60, 120, 180, 300] },
  minutes: { step: 60, span: 86_400, overlap: 60, near: 3_600, seldom: 60, patience: 3, calm: { means: 1, shares: 1 }, over: 'the last 24 hours', by: 'by minute', steps: [300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600] },
};

export function newStore() {
  return { doc: undefined, trends: tables(), engines: tables(), next: {}, owed: {}, ends: { seconds: 0, minutes: 0 } };
}

function tables() {
  return { seconds: new Map(), minutes: new Map() };
}

// The query that asks for what is new.
export function asking(store) {
  const known = { since: store.next.seconds, minutes_since: store.next.minutes };
  const query = Object.entries(known).filter(([, at]) => at !== undefined).map(([name, at]) => `${name}=${at}`).join('&');
  return query && `?${query}`;
}

// Takes a document in; a gateway that began anew has another past.
export function take(store, doc) {
  if (store.doc && store.doc.gateway.started !== doc.gateway.started) Object.assign(store, newStore());
  store.doc = doc;
  for (const kind of ['seconds', 'minutes']) {
    const { step, span } = SPANS[kind], oldest = doc.trends[`${kind}_until`] - span;
    rows(store.trends[kind], doc.trends[kind], step, oldest);
    if (doc.engines) rows(store.engines[kind], doc.engines[kind], step, oldest);
    store.next[kind] = next(store, kind);
  }
}

// Where to ask from next. A document holds so many rows at most: where it ends before the newest one the
// next goes on behind it, so that no old row that changes ever keeps a new one away.
function next(store, kind) {
  const { step, overlap, near, seldom } = SPANS[kind], { trends } = store.doc;
  const until = trends[`${kind}_until`], open = trends[`${kind}_open_from`];
  const owed = store.owed[kind] = owedFrom(store, kind, open);
  const { from, ...columns } = trends[kind], last = from + (Object.values(columns)[0].length - 1) * step;
  if (last >= from && last < until) return last + step;
  if (store.trends[kind].size === 0) return undefined;
  const all = until - open <= near || store.ends[kind] % seldom === seldom - 1;
  store.ends[kind]++;
  return Math.min(until - overlap, all ? owed : firstUnknown(store.trends[kind], until - near));
}

// The first row that may have changed since it was sent. It is kept until a document answers a question
// that began there: what does not fit into it comes with the documents that follow.
function owedFrom(store, kind, open) {
  const asked = store.next[kind], owed = store.owed[kind];
  return asked === undefined || owed === undefined || asked <= owed ? open : Math.min(owed, open);
}

function firstUnknown(table, from) {
  return Math.min(...[...table].filter(([at, row]) => at >= from && row.output_tps === null).map(([at]) => at));
}

function rows(table, columns, step, oldest) {
  const names = Object.keys(columns).filter(name => name !== 'from');
  for (let i = 0; i < columns[names[0]].length; i++) {
    table.set(columns.from + i * step, Object.fromEntries(names.map(name => [name, columns[name][i]])));
  }
  for (const at of table.keys()) if (at < oldest) table.delete(at);
}

// One column over a stretch of time, a value a step. Where no value was sent there is none, and a gap
// where that lasts.
export function column(table, name, frame) {
  const values = [];
  let silent = 0;
  for (const at of frame.seconds) {
    const value = table.get(at)?.[name];
    if (value === undefined || value === null) { silent++; values.push(undefined); continue; }
    fillSilence(values, silent, frame.patience);
    silent = 0;
    values.push(value);
  }
  fillSilence(values, Infinity, frame.patience);
  return values;
}

// Single seconds show the chance of arrivals; the mean of some, and of shares their whole, does not.
// A share of nothing is no share: a gap, however short it lasts.
export function meanOver(values, steps) {
  return over(steps, values, found => found.reduce((a, b) => a + b, 0) / found.length);
}

export function shareOver(parts, wholes, steps) {
  const part = over(steps, parts, total), whole = over(steps, wholes, total);
  return part.map((some, i) => (some === undefined || some === null ? some : whole[i] > 0 ? some / whole[i] : null));
}

const total = found => found.reduce((a, b) => a + b, 0);

function over(steps, values, of) {
  return values.map((value, i) => {
    if (value === undefined || value === null) return value;
    return of(values.slice(Math.max(0, i - steps + 1), i + 1).filter(each => each !== undefined && each !== null));
  });
}

function fillSilence(values, silent, patience) {
  if (silent <= patience) return;
  for (let i = values.length - 1; i >= 0 && values[i] === undefined; i--) values[i] = null;
}

// The stretch of time that is drawn, the same for every chart: that of the rows there are, where they
// are of less, and never less than ten of them.
export function frameOf(store, kind) {
  const { step, span, ...rest } = SPANS[kind], { doc } = store;
  const until = doc.trends[`${kind}_until`] || Math.floor(Date.parse(doc.at) / 1000);
  const first = Math.min(until, ...store.trends[kind].keys()), wide = Math.min(span, Math.max(10 * step, until - first + step));
  const seconds = [];
  for (let at = until - wide + step; at <= until; at += step) seconds.push(at);
  return { ...rest, kind, step, seconds, range: [until - wide, until] };
}
