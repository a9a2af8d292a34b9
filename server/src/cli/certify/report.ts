/** The result of a certification as text. Pure. */

import type { ScenarioResult } from '../../sandbox/certify/run-certification.ts';
import type { Style } from '../text/style.ts';
import { printable } from '../text/style.ts';

const NAME_WIDTH = 32;

export function resultText(result: ScenarioResult, style: Style): string {
  const { name, checks, durationMs, faults, notes } = result;
  const verdict = faults.length === 0 ? style.good('passed') : style.bad('failed');
  const size = `${checks} checks, ${(durationMs / 1000).toFixed(1)} s`;
  const lines = [`${verdict}  ${name.padEnd(NAME_WIDTH)}${style.dim(size)}`];
  for (const { step, what, expected, came, requestId } of faults) {
    const where = [step, what].filter(Boolean).join(' ');
    lines.push(
      `       ${printable(where)}${requestId === null ? '' : style.dim(` (${printable(requestId)})`)}`,
    );
    lines.push(`         expected  ${printable(expected)}`);
    lines.push(`         received  ${printable(came)}`);
  }
  for (const note of notes) lines.push(style.dim(`       ${printable(note)}`));
  return `${lines.join('\n')}\n`;
}

export function summaryText(results: readonly ScenarioResult[], durationMs: number, style: Style): string {
  const wrong = results.filter(({ result }) => result === 'WRONG');
  const duration = `Duration: ${Math.round(durationMs / 1000)} s.`;
  if (wrong.length === 0) {
    const all = results.length === 1 ? 'The scenario' : `All ${results.length} scenarios`;
    return `\n${style.good(`${all} passed.`)} ${duration}\n`;
  }
  const names = wrong.map(({ name }) => name).join(', ');
  return `\n${style.bad(`${wrong.length} of ${results.length} scenarios failed:`)} ${names}. ${duration}\n`;
}
