import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const clock = new ManualClock(Date.parse('2027-06-01T10:00:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const serai = (...argv: string[]) => runSerai(argv, { env: service.env, clock });
const sent = () => service.received.map(({ path, input }) => ({ path, input }));

it('inventory set accepts the columns of an inventory file and reports the changes', async () => {
  const range = '--room DBL --from 2027-06-01 --to 2027-06-30'.split(' ');
  const priced = ['--plan', 'FLEX', '--weekdays', 'FR|SA', '--set', 'amount=145.00'];
  const { code, out } = await serai(
    'inventory',
    'set',
    'htl_1',
    ...range,
    ...priced,
    '--set',
    'stopSell=null',
  );
  expect([code, out]).toEqual([0, 'Nights: 0 created, 1 changed.\n']);
  await serai('inventory', 'set', 'htl_1', '--environment', 'production', ...range, '--set', 'total=5');
  const nights = { roomCode: 'DBL', from: '2027-06-01', to: '2027-06-30' };
  const path = '/api/v1/inventory/update';
  const rate = { ...nights, planCode: 'FLEX', weekdays: ['FR', 'SA'], amount: '145.00', stopSell: null };
  expect(sent()).toEqual([
    { path, input: { environment: 'sandbox', hotelId: 'htl_1', cells: [rate] } },
    { path, input: { environment: 'production', hotelId: 'htl_1', cells: [{ ...nights, total: 5 }] } },
  ]);
});

it.each([['--set', 'amont=1.00'], ['--set', 'amount'], ['--plan', 'FLEX', '--set', 'amount=x'], []])(
  'inventory set rejects %s %s without calling the service',
  async (...options) => {
    const { code, err } = await serai(
      'inventory',
      'set',
      'htl_1',
      '--room',
      'DBL',
      '--from',
      '2027-06-01',
      ...options,
    );
    expect(code).toBe(2);
    expect(err).not.toBe('');
    expect(sent()).toEqual([]);
  },
);

it('inventory calendar starts today and shows sold rooms and every rate plan', async () => {
  const { out } = await serai('inventory', 'calendar', 'htl_1', '--room', 'DBL');
  expect(out).toMatch(/2027-06-01\s+4\s+1\s+0\s+3\s+110\.00/);
  expect(sent()[0]?.input).toEqual({
    ...{ environment: 'sandbox', hotelId: 'htl_1', roomCode: 'DBL' },
    ...{ from: '2027-06-01', to: '2027-06-14' },
  });
});

it('inventory and hotels list and show their records', async () => {
  expect((await serai('inventory', 'list')).out).toContain('2027-06-01 to 2027-06-30');
  expect((await serai('inventory', 'show', 'htl_1')).out).toContain('non-refundable');
  expect((await serai('hotels', 'list', '--query', 'casa', '--country', 'es')).out).toContain('Casa Luna');
  expect((await serai('hotels', 'show', 'htl_1')).out).toContain('own, test-1');
  expect(sent()[2]?.input).toEqual({ environment: 'sandbox', query: 'casa', countryCode: 'ES', page: {} });
});
