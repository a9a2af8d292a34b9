import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePlaces } from '../../../../test/catalogue-builder.ts';
import {
  database,
  fileOf,
  hotel,
  importOf,
  lines,
  room,
  run,
  stored,
  useHotelImports,
} from '../../../../test/hotel-import.ts';
import { mergeRules } from '../../../app/merge-rules.ts';
import { insertRule } from '../../../pricing/rule-store.ts';
import type { Problem } from '../file-record.ts';

useHotelImports();

describe('hotels in a removed place', () => {
  it('a hotel import assigns a hotel in a removed place to the nearest remaining city and reports a warning', async () => {
    await writePlaces(database.db, [{ key: 'ENDED', type: 'CITY', status: 'INACTIVE' }]);
    const warned: string[] = [];
    const file = fileOf(lines(hotel('A'), hotel('B', { canonicalCityId: 'plc_ENDED' })));
    const onWarning = ({ line, path, message }: Problem) => void warned.push(`${line} ${path} ${message}`);
    expect(await run(file, { onWarning })).toMatchObject({ created: 2, problems: 0, isWritten: true });
    expect(warned).toEqual([
      '2 /canonicalCityId The place plc_ENDED was removed. The hotel is assigned to the nearest remaining city.',
    ]);
    const rows = await database.db`
      SELECT place.place_id, hotel.content->>'canonicalCityId' AS named
      FROM hotel JOIN place ON place.id = hotel.city ORDER BY hotel_id`;
    expect(rows).toEqual([
      { place_id: 'plc_BCN', named: null },
      { place_id: 'plc_BCN', named: null },
    ]);
  });
});

describe('tombstones', () => {
  beforeEach(async () => {
    await importOf(hotel('A'), hotel('B'), hotel('C'), hotel('D'));
  });

  it('a hotel import retires or merges hotels by tombstones and follows chains of merges', async () => {
    const ends = [
      { hotelId: 'htl_A', status: 'INACTIVE' },
      { hotelId: 'htl_B', status: 'MERGED', mergedInto: 'htl_C' },
      { hotelId: 'htl_C', status: 'MERGED', mergedInto: 'htl_D' },
      { hotelId: 'htl_UNKNOWN', status: 'INACTIVE' },
    ];
    expect(await importOf(...ends)).toMatchObject({ ended: 3, unknown: 1, problems: 0 });
    expect(await stored()).toEqual([
      'sandbox A INACTIVE',
      'sandbox B MERGED D',
      'sandbox C MERGED D',
      'sandbox D ACTIVE',
    ]);
    expect(await importOf(...ends)).toMatchObject({ ended: 0, unchanged: 3 });
    expect(await importOf(hotel('A'))).toMatchObject({ changed: 1 });
    expect((await stored())[0]).toBe('sandbox A ACTIVE');
  });

  it('a hotel import reports merges into unknown hotels and circular merges, and writes nothing', async () => {
    const { reported } = await importOf(
      { hotelId: 'htl_A', status: 'MERGED', mergedInto: 'htl_NONE' },
      hotel('B', { status: 'MERGED', mergedInto: 'htl_C' }),
      { hotelId: 'htl_C', status: 'MERGED', mergedInto: 'htl_B' },
      { hotelId: 'htl_D', status: 'MERGED' },
    );
    expect(reported.sort()).toEqual([
      'hotels.jsonl:1: /mergedInto: The target hotel htl_NONE does not exist.',
      'hotels.jsonl:2: /mergedInto: The chain of merged hotels leads back to htl_B.',
      'hotels.jsonl:3: /mergedInto: The chain of merged hotels leads back to htl_C.',
      'hotels.jsonl:4: /mergedInto: `mergedInto` is required with status MERGED and not allowed otherwise.',
    ]);
    expect((await stored()).every(text => text.endsWith('ACTIVE'))).toBe(true);
  });

  it('a hotel import leaves a hotel and its rooms unchanged if its merge is invalid, but imports the rest', async () => {
    await importOf(hotel('A', { rooms: [room('DBL')] }));
    const changes = () => database.db`
      SELECT hotel_id, change_id, (SELECT max(change_id) FROM room WHERE room.hotel_id = hotel.hotel_id) AS rooms
      FROM hotel WHERE hotel_id <> 'htl_NEW' ORDER BY hotel_id`;
    const [before, seen] = [await stored(), await changes()];
    const ends = [
      { hotelId: 'htl_A', status: 'MERGED', mergedInto: 'htl_NONE' },
      hotel('B', { status: 'MERGED', mergedInto: 'htl_C', name: { en: 'Other' } }),
      { hotelId: 'htl_C', status: 'MERGED', mergedInto: 'htl_B' },
      { hotelId: 'htl_D', status: 'MERGED', mergedInto: 'htl_BAD' },
      hotel('BAD', { status: 'MERGED', mergedInto: 'htl_NEW', canonicalCityId: 'plc_x' }),
      hotel('NEW'),
    ];
    const file = fileOf(lines(...ends));
    expect(await run(file, { skipBad: true, removeMissing: true })).toMatchObject({
      created: 1,
      ended: 0,
      isWritten: true,
      reported: [
        'hotels.jsonl:5: /canonicalCityId: The place plc_x does not exist.',
        'hotels.jsonl:1: /mergedInto: The target hotel htl_NONE does not exist.',
        'hotels.jsonl:2: /mergedInto: The chain of merged hotels leads back to htl_B.',
        'hotels.jsonl:3: /mergedInto: The chain of merged hotels leads back to htl_C.',
        'hotels.jsonl:4: /mergedInto: The target hotel htl_BAD does not exist.',
      ],
    });
    expect(await stored()).toEqual([...before, 'sandbox NEW ACTIVE']);
    expect(await changes()).toEqual(seen);
  });

  describe('with pricing rules', () => {
    const name = (...hotels: string[]) =>
      insertRule(
        database.db,
        'prc_named',
        {
          ...{ name: 'Markup', priority: 0, validFrom: null, validTo: null, conditions: { hotels } },
          action: { type: 'MARKUP', percent: '8' },
        },
        'test',
      );
    afterEach(async () => {
      await database.ownerDb`TRUNCATE pricing_rule`;
    });
    const merged = [
      { hotelId: 'htl_A', status: 'MERGED', mergedInto: 'htl_B' },
      hotel('B', { status: 'MERGED', mergedInto: 'htl_C' }),
      hotel('D', { name: { en: 'Renamed' } }),
    ];
    const MESSAGE =
      'ricing rules name htl_A but not htl_C, so they would no longer apply after the merge: prc_named (Markup). Add htl_C to their hotels or archive them.';

    it('a hotel import refuses to merge a hotel if a pricing rule names it but not the hotel at the end of the chain', async () => {
      await name('htl_A', 'htl_D');
      const { reported } = await importOf(...merged);
      expect(reported).toEqual([`hotels.jsonl:1: /mergedInto: P${MESSAGE}`]);
      expect(await run(fileOf(lines(...merged)), { skipBad: true })).toMatchObject({ changed: 2, ended: 0 });
      expect(await stored()).toEqual([
        'sandbox A ACTIVE',
        'sandbox B MERGED C',
        'sandbox C ACTIVE',
        'sandbox D ACTIVE',
      ]);
    });

    it('a hotel import merges a hotel if every rule that names it also names the hotel that replaces it', async () => {
      await name('htl_A', 'htl_C');
      expect(await importOf(...merged)).toMatchObject({ problems: 0, isWritten: true });
      // A rule that names a hotel that is already merged is not affected by importing the merge again.
      await database.ownerDb`TRUNCATE pricing_rule`;
      await name('htl_A');
      expect(await importOf(...merged)).toMatchObject({ problems: 0, isWritten: true });
    });

    it('a hotel import fails if a rule that names a merged hotel is created while the import runs', async () => {
      const creating: Promise<unknown>[] = [];
      const onWriting = () => void creating.push(name('htl_A'));
      const list: typeof mergeRules.list = async (tx, merges) => {
        await Promise.all(creating);
        return mergeRules.list(tx, merges);
      };
      const importing = run(fileOf(lines(...merged)), { onWriting, mergeRules: { ...mergeRules, list } });
      await expect(importing).rejects.toThrow(MESSAGE);
      expect((await stored()).every(text => text.endsWith('ACTIVE'))).toBe(true);
    });
  });

  it('a hotel import merges a hotel into a hotel on a later line, by full record or by tombstone', async () => {
    const records = [
      hotel('A', { status: 'MERGED', mergedInto: 'htl_B', rooms: [room('DBL')] }),
      { hotelId: 'htl_B', status: 'MERGED', mergedInto: 'htl_NEW' },
      hotel('NEW'),
    ];
    expect(await importOf(...records)).toMatchObject({ created: 1, changed: 1, ended: 1, problems: 0 });
    expect((await stored()).slice(0, 2)).toEqual(['sandbox A MERGED NEW', 'sandbox B MERGED NEW']);
    expect(await importOf(...records)).toMatchObject({ created: 0, changed: 0, ended: 0, unchanged: 3 });
  });

  it('a hotel import retires hotels that are missing from the file only with removeMissing', async () => {
    const file = fileOf(lines(hotel('A'), hotel('B')));
    expect(await run(file)).toMatchObject({ ended: 0 });
    expect(await run(file, { removeMissing: true, dryRun: true })).toMatchObject({
      ended: 2,
      isWritten: false,
    });
    expect(await run(file, { removeMissing: true })).toMatchObject({ ended: 2 });
    expect(await stored()).toEqual([
      'sandbox A ACTIVE',
      'sandbox B ACTIVE',
      'sandbox C INACTIVE',
      'sandbox D INACTIVE',
    ]);
    expect(await run(file, { removeMissing: true })).toMatchObject({ ended: 0 });
  });

  it('a hotel import never retires a hotel because its line is invalid', async () => {
    const named = fileOf(lines(hotel('A'), hotel('B', { stars: 9 })));
    expect(await run(named, { removeMissing: true, skipBad: true })).toMatchObject({
      ended: 2,
      removalSkipped: false,
    });
    expect((await stored())[1]).toBe('sandbox B ACTIVE');
    const unnamed = fileOf(`${lines(hotel('A'))}{"broken\n`);
    expect(await run(unnamed, { removeMissing: true, skipBad: true })).toMatchObject({
      ended: 0,
      removalSkipped: true,
    });
    expect((await stored())[1]).toBe('sandbox B ACTIVE');
  });
});
