import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantText } from './instant-text.ts';

it('leaves out what is less than a second, again and again', () => {
  expect(instantText(Date.parse('2027-03-10T17:00:00Z'))).toBe('2027-03-10T17:00:00Z');
  expect(instantText(Date.parse('2027-03-10T17:00:00.999Z'))).toBe('2027-03-10T17:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), second => {
      expect(Date.parse(instantText(second * 1000))).toBe(second * 1000);
      expect(instantText(second * 1000)).toBe(instantText(second * 1000 + 1));
    }),
    { numRuns: 5_000 },
  );
});
