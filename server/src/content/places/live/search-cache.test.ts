import { MATCH_KINDS } from '@serai/contract/content/place-item.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packHits, unpackHits } from './search-cache.ts';

const unit = fc.nat({ max: 0xffff });
const hit = fc.record({
  place: fc.nat({ max: 0x7fffffff }),
  kind: fc.constantFrom(...MATCH_KINDS),
  alias: fc.integer({ min: -1, max: 0x7ffffffe }),
  ranges: fc.array(fc.record({ start: unit, end: unit }), { maxLength: 10 }),
  score: fc.nat({ max: 10_000 }).map(score => score / 10_000),
});

it('cached search hits are unpacked exactly as they were packed', () => {
  fc.assert(
    fc.property(fc.array(hit, { maxLength: 50 }), hits => {
      expect(unpackHits(packHits(hits))).toEqual(hits);
    }),
  );
});
