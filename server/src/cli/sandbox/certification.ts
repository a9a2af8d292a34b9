import type { CertificationRecord } from '@serai/contract/account/sandbox.ts';
import { showCertification, startCertification } from '@serai/contract/account/sandbox.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { momentText } from '../text/time-text.ts';

export const sandboxCertificationCommand = defineCommand({
  name: 'sandbox certification',
  summary: 'Show the last self-certification that the service ran itself, or start one.',
  description:
    'The service plays every scenario with a key of its own; serai certify does the same from here, and through whatever lies in between.',
  remote: true,
  options: { start: { type: 'boolean', description: 'Start one, unless one runs already.' } },
  examples: ['serai sandbox certification', 'serai sandbox certification --start --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { data, text } = options.start
      ? await client().call(startCertification, {})
      : await client().call(showCertification, {});
    const { certification } = data;
    if (json) terminal.out(`${text}\n`);
    else if (certification === null)
      terminal.out('None was started yet: serai sandbox certification --start\n');
    else terminal.out(certificationText(certification, clock.nowMs(), style));
    return certification?.state === 'FAILED' || certification?.state === 'BROKEN_OFF' ? EXIT.failed : EXIT.ok;
  },
});

function certificationText(shown: CertificationRecord, nowMs: number, style: Style): string {
  const { state, startedAt, startedBy, names, results, problem } = shown;
  const wrong = results.filter(({ result }) => result === 'WRONG');
  const words = state.toLowerCase().replace('_', ' ');
  const verdict = state === 'PASSED' ? style.good(words) : state === 'RUNNING' ? words : style.bad(words);
  const lines = [
    `${verdict}: ${results.length} of ${names.length} scenarios played, ${wrong.length} wrong.`,
    style.dim(`Started ${momentText(startedAt, nowMs)} by ${startedBy}.`),
    ...(problem === null ? [] : [problem]),
    ...wrong.flatMap(({ name, faults }) =>
      faults.map(
        ({ step, what, expected, came }) => `  ${name}: ${step} ${what}: expected ${expected}, came ${came}`,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
