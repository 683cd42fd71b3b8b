import { AssertionError } from 'node:assert';
import type { Alike, Answers } from './answers.js';

/** How many there were before the calls, and how many they added. */
export interface Tallied {
  readonly before: number;
  readonly added: number;
}

/** What came of calls with one business key. */
export interface HammerReport extends Answers {
  readonly times: number;
  readonly milliseconds: number;
  /** Left out where nothing counted them. */
  readonly rows: Tallied | undefined;
  readonly downstream: Tallied | undefined;
}

/** The calls did their work not once. The message says what each caller got; `report` has it as data. */
export class HammerError extends AssertionError {
  constructor(readonly report: HammerReport) {
    super({
      message: reportText(report),
      operator: 'hammer',
      actual: figures(report),
      expected: figures(wanted(report)),
    });
    this.name = 'HammerError';
  }
}

export const isHeld = (report: HammerReport): boolean =>
  isOne(report.rows) && isOne(report.downstream) && report.answers.length === 1 && report.errors.length === 0;

const isOne = (tallied: Tallied | undefined): boolean => tallied === undefined || tallied.added === 1;

/** The report that people read: a line for each demand, with what the callers got below. */
export function reportText(report: HammerReport): string {
  const { times, milliseconds, answers, errors, processing } = report;
  const lines = [
    ...tallyLine('rows', report.rows, 'row'),
    ...tallyLine('downstream', report.downstream, 'call'),
    line(answers.length === 1, 'answers', answersText(answers)),
    ...answers.slice(0, MOST).map(alikeLine),
    ...(errors.length > 0 ? [line(false, 'errors', `${callers(sum(errors))} got one`)] : []),
    ...errors.slice(0, MOST).map(alikeLine),
    ...(processing > 0 ? [line(true, 'processing', `told to come back: ${callers(processing)}`)] : []),
  ];
  const verdict = isHeld(report) ? 'did their work once' : 'did not do their work exactly once';
  return [`${String(times)} calls at once ${verdict} (${milliseconds.toFixed(0)} ms).`, ...lines].join('\n');
}

/** Kinds of answers that are shown: a hundred different ones say no more than a few. */
const MOST = 5;

const line = (isRight: boolean, name: string, text: string): string =>
  `  ${isRight ? '✓' : '✗'} ${name.padEnd(10)}  ${text}`;

function tallyLine(name: string, tallied: Tallied | undefined, one: string): readonly string[] {
  if (!tallied) return [];
  const { before, added } = tallied;
  const text = `${String(added)} ${added === 1 ? one : `${one}s`}${added === 1 ? '' : ', one was expected'}`;
  const hint =
    before > 0 && added !== 1 ? `; ${String(before)} had been there before: is the key a new one?` : '';
  return [line(added === 1, name, text + hint)];
}

function answersText(answers: readonly Alike[]): string {
  if (answers.length === 1) return `equal for ${callers(sum(answers))}`;
  return answers.length === 0
    ? 'no caller got one'
    : `${String(answers.length)} different ones, one was expected`;
}

const alikeLine = ({ count, text }: Alike): string => `      ${String(count)} × ${text}`;

const callers = (count: number): string => (count === 1 ? '1 caller' : `${String(count)} callers`);

const sum = (kinds: readonly Alike[]): number => kinds.reduce((total, { count }) => total + count, 0);

interface Figures {
  readonly rows?: number;
  readonly downstream?: number;
  readonly answers: number;
  readonly errors: number;
}

/** What test runners show as a difference. */
const figures = ({ rows, downstream, answers, errors }: HammerReport): Figures => ({
  ...(rows && { rows: rows.added }),
  ...(downstream && { downstream: downstream.added }),
  answers: answers.length,
  errors: sum(errors),
});

const wanted = (report: HammerReport): HammerReport => ({
  ...report,
  ...(report.rows && { rows: { ...report.rows, added: 1 } }),
  ...(report.downstream && { downstream: { ...report.downstream, added: 1 } }),
  answers: report.answers
    .slice(0, 1)
    .concat(report.answers.length === 0 ? [{ text: '', count: report.times }] : []),
  errors: [],
});
