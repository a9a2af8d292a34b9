/** The results of the doctor's checks, and how they are printed. Pure. */
import { printable, type Style } from '../text/style.ts';

export interface CheckResult {
  name: string;
  state: 'ok' | 'warning' | 'problem';
  message: string;
  /** How to fix the problem. Null if there is nothing to fix. The name is part of the JSON output. */
  mend: string | null;
}

export function ok(name: string, message: string): CheckResult {
  return { name, state: 'ok', message, mend: null };
}

export function warning(name: string, message: string, mend: string): CheckResult {
  return { name, state: 'warning', message, mend };
}

export function problem(name: string, message: string, mend: string): CheckResult {
  return { name, state: 'problem', message, mend };
}

const WIDTH = 'problem'.length;

export function reportText(results: readonly CheckResult[], style: Style): string {
  const paint = { ok: style.good, warning: style.warn, problem: style.bad };
  const lines = results.map(({ name, state, message, mend }) => {
    const space = ' '.repeat(WIDTH - state.length);
    const head = `${paint[state](state)}${space}  ${style.bold(name)}: ${printable(message)}\n`;
    return mend === null ? head : `${head}${' '.repeat(WIDTH + 2)}→ ${mend}\n`;
  });
  return `${lines.join('')}\n${summary(results)}\n`;
}

function summary(results: readonly CheckResult[]): string {
  const count = (state: CheckResult['state']) => results.filter(result => result.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems === 0 && warnings === 0) return 'No problems found.';
  return `${plural(problems, 'problem')}, ${plural(warnings, 'warning')}.`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
