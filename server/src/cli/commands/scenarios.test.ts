import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { expect, it } from 'vitest';
import { runSerai } from '../../../test/cli.ts';

it('serai scenarios lists every scenario with its hotel and description', async () => {
  const { code, out } = await runSerai(['scenarios']);
  expect(code).toBe(0);
  for (const { name, description } of SCENARIOS) {
    expect(out).toMatch(new RegExp(`^${name.replace('.', '\\.')} .*${scenarioHotelId(name)}$`, 'm'));
    expect(out).toContain(description);
  }
});

it('serai scenarios can list a single group, regardless of upper or lower case', async () => {
  const { out } = await runSerai(['scenarios', '--group', 'quote', '--json']);
  const { scenarios } = JSON.parse(out);
  expect(scenarios).toHaveLength(6);
  expect(scenarios[0]).toEqual({
    name: 'prebook.price_up',
    group: 'QUOTE',
    operation: 'prebooking',
    description: expect.any(String),
    hotelId: 'htl_sandbox_prebook_price_up',
  });
  expect((await runSerai(['scenarios', '--group', 'QUOTE'])).out).not.toContain('book.rejected');
});

it('serai scenarios rejects an unknown group', async () => {
  const { code, err } = await runSerai(['scenarios', '--group', 'hotels']);
  expect([code, err]).toEqual([2, expect.stringContaining('--group does not take "hotels"')]);
});
