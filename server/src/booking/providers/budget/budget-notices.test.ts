import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import { createLog } from '../../../platform/log.ts';
import { type BudgetNotice, BudgetNotices } from './budget-notices.ts';

const provider = { code: 'liteapi-us', preference: 1, supplier: scriptedSupplier({ kind: 'LIVE' }) };
const LIMITS = { perMinute: 1_000, perDay: 10_000 };

function stage() {
  const clock = new ManualClock(Date.parse('2027-01-10T12:00:00Z'));
  const sent: BudgetNotice[] = [];
  let isUp = true;
  const send = async (notices: readonly BudgetNotice[]) => {
    if (!isUp) throw new Error('down');
    sent.push(...notices);
  };
  const notices = new BudgetNotices({ send, clock, log: createLog('silent') });
  const use = (usedPerMinute: number, usedPerDay: number) =>
    notices.note(provider, LIMITS, { isAdmitted: true, retryAfterMs: 0, usedPerMinute, usedPerDay });
  return { clock, notices, sent, use, setUp: (value: boolean) => (isUp = value) };
}

test('a notice is sent at most once a day when 80 % of the calls for searches are used, and another when all are used', async () => {
  const { clock, notices, sent, use } = stage();
  use(519, 5_199);
  await notices.flush();
  expect(sent).toEqual([]);
  for (const used of [5_200, 5_300, 6_500]) use(1, used);
  await notices.flush();
  expect(sent).toMatchObject([
    {
      kind: 'provider.budget_near',
      providerId: 'prv_production_liteapi-us',
      environment: 'production',
      text: 'The provider liteapi-us has used at least 80 % of the 6,500 calls a day that searches may use, out of 10,000 in total.',
    },
    { kind: 'provider.budget_reached' },
  ]);
  use(1, 5_200);
  clock.advance(86_400_000);
  use(1, 5_200);
  await notices.flush();
  expect(sent.map(({ kind }) => kind)).toEqual([
    'provider.budget_near',
    'provider.budget_reached',
    'provider.budget_near',
  ]);
});

test('the limits per minute and per day have separate notices', async () => {
  const { notices, sent, use } = stage();
  use(520, 5_200);
  await notices.flush();
  expect(sent.map(({ text }) => text.match(/calls a (\w+)/)?.[1])).toEqual(['minute', 'day']);
});

test('a notice that could not be written is written by the next flush', async () => {
  const { notices, sent, use, setUp } = stage();
  setUp(false);
  use(1, 5_200);
  await expect(notices.flush()).rejects.toThrow('down');
  setUp(true);
  await notices.flush();
  expect(sent).toHaveLength(1);
});
