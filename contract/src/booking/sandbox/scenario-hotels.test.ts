import { expect, it } from 'vitest';
import { scenarioHotelId, scenarioOfHotel } from './scenario-hotels.ts';
import { SCENARIOS } from './scenarios.ts';

it('every scenario has its own hotel, and that hotel maps back to the scenario', () => {
  const ids = SCENARIOS.map(({ name }) => scenarioHotelId(name));
  expect(new Set(ids).size).toBe(SCENARIOS.length);
  expect(ids.map(scenarioOfHotel)).toEqual(SCENARIOS.map(({ name }) => name));
  for (const id of ids) expect(id).toMatch(/^htl_sandbox_[a-z0-9_]+$/);
});

it('other hotels have no scenario', () => {
  expect(scenarioOfHotel('htl_sandbox_nothing')).toBeUndefined();
  expect(scenarioOfHotel('constructor')).toBeUndefined();
});
