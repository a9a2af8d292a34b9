import { expect, it } from 'vitest';
import { SCENARIOS } from './scenarios.ts';

it('scenario names are unique, and each scenario applies to the operation of its group', () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(44);

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
