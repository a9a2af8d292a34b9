import { expect, it } from 'vitest';
import { scenarioHotelId, scenarioOfHotel } from './scenario-hotels.ts';
import { SCENARIOS } from './scenarios.ts';

it('the sandbox has 44 scenarios with unique names', () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(44);
});

it('each scenario applies to the operation of its group, and scenarios about cancellation terms to availability', () => {
  const operations: Record<string, string> = {
    avail: 'availability',
    prebook: 'prebooking',
    book: 'booking',
  };
  const onOffers = ['cancel.free', 'cancel.penalty', 'cancel.nonrefundable'];
  for (const { name, group, operation } of SCENARIOS) {
    const [prefix = ''] = name.split('.');
    if (group === 'PLATFORM') expect(operation, name).toBe('any');
    else if (group === 'CANCEL')
      expect(operation, name).toBe(onOffers.includes(name) ? 'availability' : 'cancel');
    else expect(operation, name).toBe(operations[prefix] ?? 'availability');
  }
});

it('every scenario has its own hotel, and that hotel maps back to the scenario', () => {
  const ids = SCENARIOS.map(({ name }) => scenarioHotelId(name));
  expect(new Set(ids).size).toBe(SCENARIOS.length);
  expect(ids.map(scenarioOfHotel)).toEqual(SCENARIOS.map(({ name }) => name));
  for (const id of ids) expect(id).toMatch(/^htl_sandbox_[a-z0-9_]+$/);
});

it('hotels outside the scenario list have no scenario', () => {
  expect(scenarioOfHotel('htl_sandbox_nothing')).toBeUndefined();
  expect(scenarioOfHotel('constructor')).toBeUndefined();
});
