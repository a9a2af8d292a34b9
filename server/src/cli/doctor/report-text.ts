/** The doctor's findings as people read them. Pure. */
import { printable, type Style } from '../text/style.ts';
import type { CheckResult } from './check-result.ts';

const LABEL = { ok: 'ok', warning: 'warning', problem: 'problem' } as const;
const WIDTH = 'problem'.length;

export function reportText(results: readonly CheckResult[], style: Style): string {
  const paint = { ok: style.good, warning: style.warn, problem: style.bad };
  const lines = results.map(({ name, state, message, mend }) => {
    const space = ' '.repeat(WIDTH - state.length);
    const head = `${paint[state](LABEL[state])}${space}  ${style.bold(name)}: ${printable(message)}\n`;
    return mend === null ? head : `${head}${' '.repeat(WIDTH + 2)}→ ${mend}\n`;
  });
  return `${lines.join('')}\n${summary(results)}\n`;
}

function summary(results: readonly CheckResult[]): string {
  const count = (state: CheckResult['state']) => results.filter(result => result.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems === 0 && warnings === 0) return 'All is well.';
  return `${plural(problems, 'problem')}, ${plural(warnings, 'warning')}.`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
