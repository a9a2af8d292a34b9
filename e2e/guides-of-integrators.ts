import { join } from 'node:path';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../tools/install.mjs';
import { startProgram, within } from './child-process.ts';
import { form, partOf, runGuide } from './guide.ts';
import { type Serai, serai } from './serai-process.ts';

/**
 * Guides spend most of their time waiting for bookings to settle. If more run concurrently, they disturb each
 * other.
 */
export const GUIDES_AT_ONCE = 3;
const GUIDE_MS = 300_000;

/** These scenarios take minutes to settle. Tests of the operations run them with a manual clock. */
const TOO_SLOW = ['book.timeout_then_absent', 'book.late_confirmation'];
const CERTIFIED = SCENARIOS.map(({ name }) => name).filter(name => !TOO_SLOW.includes(name));
const CERTIFY_MS = 180_000;

/** The guide, the number of responses it shows, and texts that its commands print. */
type Guide = [name: string, responses: number, prints: (string | RegExp)[]];

/**
 * These guides run one at a time: they wait for the events of their own booking, cancel the latest booking, create
 * another partner, or change the prices of all partners.
 */
const ALONE: Guide[] = [
  ['developer/webhooks', 1, ['booking.confirmed', 'signature ok', 'ENABLED']],
  ['developer/cancellation', 3, ['CANCELLATION_PENALTY_CHANGED\n', 'CANCELLED\n']],
  ['operator/set-your-margins', 0, ['Standard']],
  [
    'operator/credit-and-statements',
    0,
    ['5000.00', 'false\n', '\n2\n', '-1374.50\n', 'ADJUSTMENT', 'time,kind,'],
  ],
  ['operator/people-and-roles', 0, ['/sign-in#', 'INVITED']],
  ['operator/onboard-a-partner', 0, ['/sign-in#', '"Northern Travel" is suspended.', 'SUSPENDED', 'RO, ']],
];

const SIDE_BY_SIDE: Guide[] = [
  [
    'developer/first-booking',
    7,
    ['plc_SZPHE2MWC42X\n', 'booking.pending, booking.confirmed\n', 'CANCELLED\n', 'PRICE_CHANGED\n'],
  ],
  ['developer/first-call', 1, ['Barcelona, Catalonia, Spain', '401\n', '"minute";r=']],
  ['developer/agents', 0, ['search_places\n', 'CONFIRMED\n', 'CANCELLED\n']],
  ['developer/sdk', 0, ['EUR\n', /^requests left this minute: \d+$/m]],
  ['operator/keys-and-limits', 1, ['"minute";r=', 'FORBIDDEN\n', 'hotels:search', '401\n']],
  [
    'developer/errors-and-retries',
    3,
    ['RATE_LIMIT_EXCEEDED 429 retryable', 'PROVIDER_TIMEOUT 504 retryable'],
  ],
  [
    'developer/idempotency-and-unknown-outcomes',
    4,
    ['idempotency-replayed: true', 'PRICE_CHANGED\n', 'CONFIRMED\n', 'settled CONFIRMED'],
  ],
  [
    'developer/sandbox-and-certification',
    2,
    ['prebook.price_up', 'htl_sandbox_prebook_soldout', 'scenarios passed.'],
  ],
  ['operator/own-inventory', 3, ['CONFIRMED\n', 'STOP_SELL\n', 'SOLD_OUT\n']],
  ['developer/content-sync', 2, ['304\n', /^mirrored \d+ hotels$/m]],
  ['operator/run', 0, ['alive', 'Row security', 'Barcelona', 'First key']],
  ['operator/bookings-that-need-attention', 0, []],
  ['operator/guests-data', 0, []],
  ['operator/command-line', 0, ['Usage: serai', 'this node']],
  ['operator/operating', 0, ['Row security', 'SERAI_SHUTDOWN_SECONDS = 130']],
  ['operator/monitoring', 0, ['serai_build_info{version="', 'role="all"} 1']],
  ['developer/place-search', 2, ['Barcelona, Catalonia, Spain', 'BCN']],
];

const PROMISE =
  'every command in the guide %s works, and its responses match the guide except for ids, times and amounts';

export interface Sandbox {
  service: Serai;
  folder: string;
}

/** `sandbox` is not called until the tests run. */
export function testGuides(sandbox: () => Sandbox): void {
  test.each(ALONE)(PROMISE, (...guide) => tryGuide(sandbox(), guide), GUIDE_MS);

  describe.concurrent('concurrent tests in the sandbox', () => {
    test(
      'every sandbox scenario passes, apart from two slow ones that are not run here',
      () => certify(sandbox().service),
      GUIDE_MS,
    );
    test.each(SIDE_BY_SIDE)(PROMISE, (...guide) => tryGuide(sandbox(), guide), GUIDE_MS);
  });
}

async function tryGuide({ service, folder }: Sandbox, [name, responses, prints]: Guide): Promise<void> {
  const ran = await runGuide(name, service, folder);
  expect(ran.code, `${ran.out.slice(-2_000)}\n${ran.err}`).toBe(0);
  for (const text of prints) expect(ran.out).toMatch(text);
  expect(ran.responses).toHaveLength(responses);
  for (const { shown, actual } of ran.responses) expect(partOf(actual, shown)).toEqual(form(shown));
}

async function certify({ env, interfaceUrl }: Serai): Promise<void> {
  const listed = await serai(env, 'partners', 'list', '--search', 'Direct', '--json');
  const { partnerId } = JSON.parse(listed.out).partners[0];
  const key = ['--partner', partnerId, '--name', 'Certify', '--all-scopes'];
  const made = await serai(env, 'keys', 'create', ...key, '--json');
  const main = join(repositoryRoot, 'server/src/main.ts');
  const args = ['certify', '--url', interfaceUrl, '--key', JSON.parse(made.out).secret, '--json'];
  for (const name of CERTIFIED) args.push('--only', name);
  const certifying = startProgram(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
  const code = await within(CERTIFY_MS, certifying.ended, () => `certify did not end:\n${certifying.err()}`);
  const { summary, scenarios } = JSON.parse(certifying.out());
  expect(scenarios.filter(({ result }: { result: string }) => result === 'WRONG')).toEqual([]);
  expect([code, summary]).toEqual([0, { scenarios: CERTIFIED.length, right: CERTIFIED.length, wrong: 0 }]);
}
