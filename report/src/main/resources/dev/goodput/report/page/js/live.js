// Entry of the live page: asks the gateway once a second, and says so when it does not answer.
import { h } from './dom.js';
import { fillWith } from './morph.js';
import { asking, newStore, take } from './livestore.js';
import { span, timeOfDay } from './liveclock.js';
import { liveParts } from './liveparts.js';
import { startTheme } from './theme.js';

const EVERY = 1000, LIMIT = 5000;

class Refusal extends Error {
  constructor(status, said) {
    super(status === 401 ? 'it wants its admin token' : said || `it answered with status ${status}`);
    this.locked = status === 401;
  }
}

const store = newStore(), page = document.getElementById('page');
const state = { failing: undefined, paused: false, token: undefined, asking: false, timer: 0 };
const stale = h('div', { class: 'stale-note', role: 'status' });
const waits = h('p', { class: 'waits muted', role: 'status' }, 'Waiting for the first figures.');
const body = h('div', { class: 'live', hidden: true });
const draw = liveParts(body, store);
const pause = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
  state.paused = !state.paused;
  pause.setAttribute('aria-pressed', String(state.paused));
  pause.textContent = state.paused ? 'Go on' : 'Pause';
  tellState();
  if (!state.paused) ask();
} }, 'Pause');

startTheme(document.getElementById('theme'));
document.getElementById('theme').before(pause);
page.append(stale, waits, body);
document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
setInterval(tellState, EVERY);
ask();

async function ask() {
  if (state.asking || state.paused) return;
  state.asking = true;
  clearTimeout(state.timer);
  let wait = EVERY;
  try {
    const asked = asking(store), doc = await load(asked);
    take(store, doc);
    state.failing = undefined;
    waits.hidden = true;
    body.hidden = false;
    draw();
    document.documentElement.dataset.state = 'drawn';
    if (doc.trends.more && asking(store) !== asked) wait = 0;
  } catch (failure) {
    const words = failure instanceof Refusal ? failure.message : failure.name === 'TimeoutError' ? `no answer within ${LIMIT / 1000} s` : failure instanceof TypeError ? 'no connection' : String(failure.message ?? failure);
    state.failing = { since: state.failing?.since ?? Date.now(), words, refused: failure instanceof Refusal, locked: failure.locked === true };
  }
  state.asking = false;
  tellState();
  state.timer = setTimeout(ask, wait);
}

async function load(asked) {
  const headers = state.token ? { authorization: `Bearer ${state.token}` } : {};
  const answer = await fetch(`live.json${asked}`, { cache: 'no-store', headers, signal: AbortSignal.timeout(LIMIT) });
  // A name that it does not answer to is nothing that a token would help with: it says what would.
  if (!answer.ok) throw new Refusal(answer.status, answer.status === 403 ? (await answer.text()).trim().replace(/\s+/g, ' ') : '');
  return answer.json();
}

// Said in words as soon as a question was not answered; the last figures stay, and are marked.
function tellState() {
  const { failing, paused } = state, old = failing !== undefined || paused;
  document.documentElement.toggleAttribute('data-stale', old && store.doc !== undefined);
  stale.hidden = !old;
  if (!old) return;
  const at = store.doc && Date.parse(store.doc.at) / 1000;
  const last = at === undefined ? 'There are no figures yet.' : `The figures below are from ${timeOfDay(at)}.`;
  if (failing?.locked) { lock(); return; }
  stale.classList.toggle('bad', failing !== undefined);
  fillWith(stale, failing
    ? h('p', null, h('strong', null, `The gateway has ${failing.refused ? 'refused requests' : 'not responded'} since ${timeOfDay(failing.since / 1000)}: ${failing.words}.`), ` ${last} This page keeps trying.`,
      h('span', { 'aria-hidden': 'true' }, ` That was ${span((Date.now() - failing.since) / 1000)} ago.`))
    : h('p', null, h('strong', null, 'Paused.'), ` ${last} The gateway keeps measuring.`));
}

// The page itself holds no figures; the gateway may want a token for them.
function lock() {
  if (stale.querySelector('form')) return;
  const field = h('input', { type: 'password', id: 'token', autocomplete: 'off' });
  const form = h('form', null, h('label', { for: 'token' }, 'This page needs the admin token: '), field, ' ', h('button', { type: 'submit' }, 'Show'));
  form.addEventListener('submit', event => { event.preventDefault(); state.token = field.value; stale.replaceChildren(); clearTimeout(state.timer); ask(); });
  stale.replaceChildren(form);
}
