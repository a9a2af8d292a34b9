/** Tests of the sandbox of a started program: guides as they stand, and the scenarios. */
import { join } from 'node:path';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../tools/install.mjs';
import { startProgram, within } from './child-process.ts';
import { form, partOf, runGuide } from './guide.ts';
import { type Serai, serai } from './serai-process.ts';

/** Most of the time they wait for what settles later; more at once would be in each other's way. */
export const GUIDES_AT_ONCE = 3;
/** For one test of these. */
const GUIDE_MS = 300_000;

/** They settle after minutes; the tests of the operation play them with a clock of their own. */
const TOO_SLOW = ['book.timeout_then_absent', 'book.late_confirmation'];
const CERTIFIED = SCENARIOS.map(({ name }) => name).filter(name => !TOO_SLOW.includes(name));
const CERTIFY_MS = 180_000;

/** How many answers it shows, and words that its commands print. */
type Guide = [name: string, answers: number, prints: (string | RegExp)[]];

/** One waits for the events of its own booking; the other cancels the latest booking, whosesoever it is. */
const ALONE: Guide[] = [
  ['webhooks', 1, ['booking.confirmed', 'signature ok', 'ENABLED']],
  ['cancellation', 3, ['CANCELLATION_PENALTY_CHANGED\n', 'CANCELLED\n']],
  ['people-and-roles', 0, ['/sign-in#', 'INVITED', 'Commands now act in "Northern Travel".']],
];

const SIDE_BY_SIDE: Guide[] = [
  [
    'first-booking',
    7,
    [
      'CANCELLED\n',
      'PRICE_CHANGED\n',
      'prebook.price_up',
      'All 5 scenarios passed.',
      /^State +CANCELLED\/BY_CLIENT$/m,
    ],
  ],
  ['keys-and-limits', 1, ['"minute";r=', 'FORBIDDEN\n', 'hotels:search', '401\n']],
  ['errors-and-retries', 3, ['RATE_LIMIT_EXCEEDED 429 retryable', 'PROVIDER_TIMEOUT 504 retryable']],
  [
    'idempotency-and-unknown-outcomes',
    4,
    ['idempotency-replayed: true', 'PRICE_CHANGED\n', 'CONFIRMED\n', 'settled CONFIRMED'],
  ],
  ['sandbox-and-certification', 2, ['htl_sandbox_prebook_soldout', 'scenarios passed.']],
  ['own-inventory', 3, ['CONFIRMED\n']],
  ['content-sync', 2, ['304\n', /^mirrored \d+ hotels$/m]],
  ['operating', 0, ['Row security', 'SERAI_SHUTDOWN_SECONDS = 130']],
  ['monitoring', 0, ['serai_build_info{version="', 'role="all"} 1']],
  ['place-search', 2, ['Barcelona, Catalonia, Spain', 'BCN']],
];

const PROMISE =
  'the guide %s has commands that all work, and shows what they answer but for ids, times and amounts';

export interface Sandbox {
  service: Serai;
  /** Where a guide may leave files. */
  folder: string;
}

/** `sandbox` is asked once the tests run. */
export function testGuides(sandbox: () => Sandbox): void {
  test.each(ALONE)(PROMISE, (...guide) => tryGuide(sandbox(), guide), GUIDE_MS);

  describe.concurrent('while others use the sandbox', () => {
    test('scenarios are answered as documented', () => certify(sandbox().service), GUIDE_MS);
    test.each(SIDE_BY_SIDE)(PROMISE, (...guide) => tryGuide(sandbox(), guide), GUIDE_MS);
  });
}

async function tryGuide({ service, folder }: Sandbox, [name, answers, prints]: Guide): Promise<void> {
  const ran = await runGuide(name, service, folder);
  expect([ran.code, ran.out, ran.err]).toEqual([0, expect.anything(), expect.anything()]);
  for (const text of prints) expect(ran.out).toMatch(text);
  expect(ran.answers).toHaveLength(answers);
  for (const { shown, answer } of ran.answers) expect(partOf(answer, shown)).toEqual(form(shown));
}

async function certify({ env, interfaceUrl }: Serai): Promise<void> {
  const made = await serai(env, 'keys', 'create', '--name', 'Certify', '--all-scopes', '--json');
  const main = join(repositoryRoot, 'server/src/main.ts');
  const args = ['certify', '--url', interfaceUrl, '--key', JSON.parse(made.out).secret, '--json'];
  for (const name of CERTIFIED) args.push('--only', name);
  const certifying = startProgram(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
  const code = await within(CERTIFY_MS, certifying.ended, () => `certify does not end:\n${certifying.err()}`);
  const { summary, scenarios } = JSON.parse(certifying.out());
  expect(scenarios.filter(({ result }: { result: string }) => result === 'WRONG')).toEqual([]);
  expect([code, summary]).toEqual([0, { scenarios: CERTIFIED.length, right: CERTIFIED.length, wrong: 0 }]);
}
