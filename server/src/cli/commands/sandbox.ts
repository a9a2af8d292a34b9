import { RESET_WORDS } from '@serai/contract/account/account-limits.ts';
import {
  type CertificationRecord,
  listScenarios,
  resetSandbox,
  showCertification,
  startCertification,
} from '@serai/contract/account/sandbox.ts';
import { operationCommand } from '../derived/operation-command.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { nearest } from '../frame/nearest.ts';
import type { Style } from '../text/style.ts';
import { timeText } from '../text/time-text.ts';

const requestCommand = defineCommand({
  name: 'sandbox request',
  summary: 'Print the requests of a scenario as a shell script.',
  description: 'The script reads the key from SERAI_API_KEY.',
  args: ['scenario'],
  remote: true,
  operations: [listScenarios.name],
  examples: ['serai sandbox request book.rejected', 'serai sandbox request avail.none | sh'],
  async run({ args: [wanted = ''], client, json, terminal }) {
    const { scenarios } = (await client().call(listScenarios, {})).data;
    const found = scenarios.find(({ name }) => name === wanted);
    if (found === undefined) {
      const names = scenarios.map(({ name }) => name);
      const meant = nearest(wanted, names);
      const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      throw usageFailure(`Unknown scenario "${wanted}".${guess}`, 'Run serai scenarios to list them.');
    }
    terminal.out(json ? `${JSON.stringify(found, null, 2)}\n` : found.curl);
    return EXIT.ok;
  },
});

const certificationCommand = defineCommand({
  name: 'sandbox certification',
  summary: 'Show the last certification that the service ran, or start one.',
  description:
    'The service runs every scenario with a temporary key. serai certify runs them from this machine, through any proxy in between.',
  remote: true,
  operations: [showCertification.name, startCertification.name],
  options: {
    partner: {
      type: 'text',
      value: '<partnerId>',
      description: 'The partner to certify. May be omitted while there is only one.',
    },
    start: { type: 'flag', description: 'Start a run, unless one is in progress.' },
  },
  examples: [
    'serai sandbox certification',
    'serai sandbox certification --partner prt_01J9ZC4T3E --start --json',
  ],
  async run({ options, client, json, terminal, clock, style }) {
    const of = options.partner === undefined ? {} : { partnerId: options.partner };
    const { data, text } = options.start
      ? await client().call(startCertification, of)
      : await client().call(showCertification, of);
    const { certification } = data;
    if (json) terminal.out(`${text}\n`);
    else if (certification !== null) terminal.out(certificationText(certification, clock.nowMs(), style));
    else terminal.out('No certification yet. Start one with serai sandbox certification --start\n');
    return certification?.state === 'FAILED' || certification?.state === 'BROKEN_OFF' ? EXIT.failed : EXIT.ok;
  },
});

export const SANDBOX_COMMANDS: readonly Command[] = [
  requestCommand,
  certificationCommand,
  operationCommand(resetSandbox, {
    fixed: { confirm: RESET_WORDS },
    confirm: {
      question: () => `Delete all sandbox bookings of this partner? Type "${RESET_WORDS}" to continue: `,
      answer: RESET_WORDS,
    },
    examples: ['serai sandbox reset', 'serai sandbox reset --partner prt_01J9ZC4T3E --yes'],
    render({ deleted: { bookings, quotes, holds, events, deliveries } }) {
      return `The sandbox was reset. Deleted bookings: ${bookings}, quotes: ${quotes}, holds: ${holds}, events: ${events}, deliveries: ${deliveries}.\n`;
    },
  }),
];

function certificationText(shown: CertificationRecord, nowMs: number, style: Style): string {
  const { state, startedAt, startedBy, names, results, problem } = shown;
  const wrong = results.filter(({ result }) => result === 'WRONG');
  const words = state.toLowerCase().replace('_', ' ');
  const verdict = state === 'PASSED' ? style.good(words) : state === 'RUNNING' ? words : style.bad(words);
  const lines = [
    `${verdict}: ${results.length} of ${names.length} scenarios run, ${wrong.length} failed.`,
    style.dim(`Started ${timeText(startedAt, nowMs)} by ${startedBy}.`),
    ...(problem === null ? [] : [problem]),
    ...wrong.flatMap(({ name, faults }) =>
      faults.map(
        ({ step, what, expected, came }) => `  ${name}: ${step} ${what}: expected ${expected}, got ${came}`,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
