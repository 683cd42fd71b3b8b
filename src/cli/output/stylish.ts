import path from 'node:path';
import pc from 'picocolors';
import type { Finding } from '../../operations/finding.js';
import type { Inspection, Report } from '../inspection.js';
import type { Terminal } from '../terminal.js';
import { CodeFrames, type Place } from './code-frames.js';

/** The run for a reader: findings by file, each with the code at both of its ends, and a summary. */
export function formatStylish(inspections: readonly Inspection[], { cwd, hasColor }: Terminal): string {
  const colors = pc.createColors(hasColor);
  const frames = new CodeFrames(cwd, colors);
  const found = inspections.filter(({ reports }) => reports.length > 0);
  const groups = found.map(inspection => {
    const title = colors.underline(path.relative(cwd, inspection.file) || inspection.file);
    return [title, ...inspection.reports.map(report => formatReport(report, frames, colors))].join('\n');
  });
  return [...groups, summary(inspections, colors)].map(block => `${block}\n`).join('\n');
}

function formatReport({ finding, message }: Report, frames: CodeFrames, colors: Colors): string {
  const head = `  ${colors.dim(`${message.line}:${message.column}`)}  ${colors.red(finding.rule)}`;
  return [head, `  ${message.message}`, ...placesOf(finding).map(place => frames.show(place))].join('\n');
}

/** The ends of the finding, after the place where it is reported if that is a third one. */
function placesOf({ file, loc, related }: Finding): readonly Place[] {
  const isShown = related.some(place => place.file === file && place.loc.start.line === loc.start.line);
  return isShown ? related : [{ file, loc, label: related.length > 0 ? 'from here' : 'here' }, ...related];
}

function summary(inspections: readonly Inspection[], colors: Colors): string {
  const counts = inspections.map(({ reports }) => reports.length).filter(count => count > 0);
  const checked = count(inspections.length, 'file');
  const total = counts.reduce((sum, one) => sum + one, 0);
  if (total === 0) return colors.green(`No findings in ${checked}.`);
  return colors.bold(colors.red(`${count(total, 'finding')} in ${count(counts.length, 'file')}, ${checked} checked.`));
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

type Colors = ReturnType<typeof pc.createColors>;
