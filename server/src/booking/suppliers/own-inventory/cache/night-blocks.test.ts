import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../../platform/time/civil-date.ts';
import {
  arbitraryDocument,
  arbitraryRates,
  arbitraryRooms,
  arbitrarySold,
  arbitraryStay,
  DAYS,
  FIRST_NIGHT,
  nightAt,
} from '../conformance/arbitrary-inventory.ts';
import type { RateCells } from '../stay/cells.ts';
import { compileProperty } from '../stay/compile-property.ts';
import { evaluateStay } from '../stay/evaluate-stay.ts';
import { concatCells } from './night-blocks.ts';
import { rateBlock } from './rate-block.ts';

const HALF = Math.ceil(DAYS / 2);

it('two joined night blocks lead to the same offers as one long block', () => {
  fc.assert(
    fc.property(
      fc.record({
        document: arbitraryDocument,
        rates: arbitraryRates,
        rooms: arbitraryRooms,
        sold: arbitrarySold,
        when: arbitraryStay,
      }),
      ({ document, rates, rooms, sold, when: { stay, today } }) => {
        const property = compileProperty(document);
        const middle = addDays(FIRST_NIGHT, HALF);
        const first = rateBlock(
          property,
          FIRST_NIGHT,
          HALF,
          rates.filter(({ night }) => night < middle),
        );
        const second = rateBlock(
          property,
          middle,
          HALF,
          rates.filter(({ night }) => night >= middle),
        );
        const free = property.rooms.map(({ roomCode }) =>
          Int32Array.from(
            { length: DAYS },
            (_, at) => rooms.find(one => one.roomCode === roomCode && one.night === nightAt(at))?.free ?? 0,
          ),
        );
        const at = (Date.parse(stay.checkIn) - Date.parse(FIRST_NIGHT)) / 86_400_000;
        const sells = (cells: readonly RateCells[]) =>
          evaluateStay({ property, cells: { at, free, rates: cells }, hotel: { rooms: sold }, stay, today });
        const joined = first.map((cells, slot) => concatCells([cells, second[slot] as RateCells], HALF));
        expect(sells(joined)).toEqual(sells(rateBlock(property, FIRST_NIGHT, DAYS, rates)));
      },
    ),
    { numRuns: 100 },
  );
});
