// Texts of answers: samples side by side, and scores by task. All of it is collapsed at first.
import { h, part, scrolled, table } from './dom.js';
import { count, share } from './format.js';

const figure = value => (value === null ? '–' : Number(value.toFixed(3)));
const text = (title, words) => [h('h4', null, title), h('div', { class: 'answers-text', tabindex: '0', role: 'region', 'aria-label': title, dir: 'auto' }, words)];

// sides: [title, text or undefined, why there is no text]
export function sample(title, prompt, reference, sides) {
  return h('details', { class: 'answers-sample' }, h('summary', null, title),
    prompt && text('Prompt', prompt),
    reference && text('Reference', reference),
    h('div', { class: 'answers-sides' }, sides.map(([name, words, none]) => h('div', null, words ? text(name, words) : [h('h4', null, name), h('p', { class: 'muted' }, none || 'empty')]))));
}

const start = words => { const line = words.replace(/\s+/g, ' ').trim(), points = [...line]; return points.length > 80 ? `${points.slice(0, 80).join('')}…` : line; };
const several = (n, one) => `${count(n)} ${one}${n === 1 ? '' : 's'}`;

// Of runs that are compared: tasks with another score in a later run than in A.
export function differingAnswers(found) {
  if (!found.answers?.length) return [];
  const many = found.answers.some(each => each.load !== found.answers[0].load);
  return [part('answers', 'Answers that differ', 'Tasks with the largest difference of the score.', found.answers.flatMap(each => [
    h('h3', null, `${many ? `${each.load}: ` : ''}${each.run} and A, ${each.score}`),
    h('p', null, `${each.run} scores lower than A in ${several(each.lower, 'task')}, higher in ${count(each.higher)}, and the same in ${count(each.same)}.`),
    each.missing && h('p', { class: 'muted' }, `${each.missing}. Measure with --keep-text all to see answers side by side.`),
    ...each.samples.map(one => sample(`A ${figure(one.a.score)}, ${each.run} ${figure(one.b.score)} · ${start(one.prompt ?? '')}`, one.prompt, one.reference, [
      [`A, ${each.score} ${figure(one.a.score)}`, one.a.text, one.a.outcome && `failed: ${one.a.outcome}`],
      [`${each.run}, ${each.score} ${figure(one.b.score)}`, one.b.text, one.b.outcome && `failed: ${one.b.outcome}`]]))]))];
}

// Of one run: its scores, by task too, and how far answers to one prompt differ.
export function answersPart(data) {
  const answers = data.answers;
  if (!answers) return [];
  const { quality, consistency } = data.document;
  return [part('answers', 'Answers', undefined, h('ul', { class: 'sentences' }, answers.lines.map(line => h('li', null, line))),
    quality?.levels.length > 0 && scores(quality, answers.levels),
    answers.tasks && tasks(answers.tasks),
    consistency?.loads.some(load => load.prompts > 0) && steadiness(consistency, answers.loads),
    consistency && examples(consistency, answers.levels))];
}

function scores(quality, names) {
  const all = quality.levels[0].scores;
  const cell = score => (score === undefined ? '–' : `${figure(score.value)}${score.low_95 === undefined ? '' : ` (${figure(score.low_95)} to ${figure(score.high_95)})`}`);
  return scrolled('Scores of each level', table(['load', 'scored', 'failed', ...all.map(score => score.label)],
    quality.levels.map(level => [names[level.level] ?? `level ${level.level}`, count(level.scored), count(level.failed), ...all.map(score => cell(level.scores.find(each => each.key === score.key)))])));
}

function tasks(found) {
  const texts = found.rows.some(row => row.answer !== undefined);
  const shown = found.rows.length < found.tasks ? `the ${count(found.rows.length)} of ${count(found.tasks)} tasks with the lowest ${found.scores[0]}` : several(found.tasks, 'task');
  return h('details', null, h('summary', null, `Scores by task: ${shown}`), scrolled('Scores by task', table(
    ['task', ...(texts ? ['reference', 'first answer'] : []), 'requests', ...found.scores],
    found.rows.map(row => [row.name, ...(texts ? [row.reference ?? '', row.answer ?? ''] : []), count(row.requests), ...row.scores.map(figure)]), texts ? [1, 2] : []), 'answers-tasks'),
  h('p', { class: 'muted small' }, 'scores.csv in the run directory has the scores of each request.'));
}

function steadiness(found, names) {
  const row = (name, group) => [name, count(group.prompts), group.prompts ? share(group.identical / group.prompts) : '–', group.differing_pairs === undefined ? '–' : share(group.differing_pairs), group.first_difference === undefined ? 'none' : `${found.unit} ${figure(group.first_difference)}`, group.rouge_l === undefined ? '–' : figure(group.rouge_l)];
  return scrolled('Answers to the same prompts', table(['load', 'prompts', 'all identical', 'pairs differ', 'first difference', 'ROUGE-L'],
    [...found.loads.map(load => row(names[load.levels[0]] ?? `level ${load.levels[0]}`, load)), ...(found.across ? [row('different loads', found.across)] : [])]));
}

function examples(found, names) {
  return found.examples.map(one => sample(`Differs from ${found.unit} ${one.position} on · ${start(one.prompt ?? one.first)}`, one.prompt, one.reference, [
    [names[one.first_level] ?? `level ${one.first_level}`, one.first], [`${names[one.second_level] ?? `level ${one.second_level}`}, another answer`, one.second]]));
}
