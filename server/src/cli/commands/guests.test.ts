import { eraseGuests, exportGuests } from '@serai/contract/account/guests.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const guests = (...argv: string[]) => runSerai(['guests', ...argv], { env: service.env });
const sent = () => service.received.map(({ path, input }) => ({ path, input }));

it('serai guests erase shows which bookings were erased and why others were kept', async () => {
  service.answerNext(200, {
    erased: [{ bookingId: 'bkg_1', environment: 'sandbox', erasedAt: '2027-06-01T08:30:00Z' }],
    kept: [{ bookingId: 'bkg_2', environment: 'sandbox', reason: 'The stay is not over.' }],
    hasMore: true,
  });
  const { out } = await guests('erase', '--last-name', 'Moreno', '--email', 'ada@example.com', '--yes');
  expect(out).toContain('bkg_1 erased');
  expect(out).toContain('bkg_2 kept: The stay is not over.');
  expect(out).toContain('Run the command again.');
  await guests('erase', '--reference', 'R-1', '--environment', 'production', '-y');
  expect(sent()).toEqual([
    { path: '/api/v1/guests/erase', input: { holder: { lastName: 'Moreno', email: 'ada@example.com' } } },
    { path: '/api/v1/guests/erase', input: { clientReference: 'R-1', environment: 'production' } },
  ]);
});

it('serai guests erase changes nothing without --yes if there is no terminal for the confirmation', async () => {
  const { code, err } = await guests('erase', '--booking', 'bkg_1');
  expect([code, err]).toEqual([2, expect.stringContaining('--yes')]);
  expect(sent()).toEqual([]);
});

it.each([
  ['erase --yes', 'Specify exactly one of'],
  ['erase --yes --booking bkg_1 --reference R', 'Specify exactly one of'],
  ['export --last-name Moreno', '--email is required with --last-name.'],
  ['erasures --cause whim', '--cause does not take "whim"'],
])('serai guests %s is rejected without calling the service', async (typed, message) => {
  const { code, err } = await guests(...typed.split(' '));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(sent()).toEqual([]);
});

it('serai guests export prints guest data as JSON, and serai guests erasures lists erasures', async () => {
  const { out } = await guests('export', '--booking', 'bkg_1');
  expect(JSON.parse(out)).toEqual(exportGuests.examples.answer);
  expect((await guests('export', '--booking', 'bkg_1', '--json')).out.trim().split('\n')).toHaveLength(1);
  expect((await guests('erasures')).out).toMatch(/REQUEST/);
  expect((await guests('erase', '--booking', 'bkg_1', '--yes', '--json')).out).toBe(
    `${JSON.stringify(eraseGuests.examples.answer)}\n`,
  );
});
