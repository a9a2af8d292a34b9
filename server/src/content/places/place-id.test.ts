import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { placeIdOf } from './place-id.ts';

it('the place id for a source id never changes', () => {
  expect(placeIdOf('geonames', '3128760')).toBe('plc_SZPHE2MWC42X');
  expect(placeIdOf('iso-3166', 'ES')).toBe('plc_M1VQSXMYJ3XT');
});

it('a place id encodes the first 60 bits of a digest, five bits per character', () => {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const sourceIds = Array.from({ length: 200 }, (_, i) => `place ${i}`);
  for (const sourceId of sourceIds) {
    const bits = BigInt(`0x${hash('sha256', `zone:${sourceId}`, 'hex').slice(0, 15)}`);
    const expected = Array.from(
      { length: 12 },
      (_, i) => letters[Number((bits >> BigInt(55 - 5 * i)) & 31n)],
    ).join('');
    expect(placeIdOf('zone', sourceId)).toBe(`plc_${expected}`);
  }
});

it('the same id in two sources results in different place ids', () => {
  expect(placeIdOf('geonames', '1')).not.toBe(placeIdOf('zone', '1'));
});
