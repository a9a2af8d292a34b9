import { describe, expect, it } from 'vitest';
import { database, fileOf, run as runImport, useHotelImports } from '../../../../test/hotel-import.ts';
import type { ImportOptions } from './import-hotels.ts';

useHotelImports();

const HEAD =
  'hotelId,sourceId,status,mergedInto,name.en,address.countryCode,location.latitude,location.longitude,stars';
const ROOM_HEAD =
  'hotelId,sourceId,roomCode,name.en,occupancy.maxTotal,occupancy.maxAdults,occupancy.maxChildren';
const hotel = (id: string, stars = '') => `htl_${id},,,,Hotel ${id},ES,41.3888,2.159,${stars}`;

function run(hotels: string[], rooms?: string[], options: Partial<ImportOptions> = {}) {
  const roomsText = rooms && `\uFEFF${[ROOM_HEAD, ...rooms].join('\n')}\n`;
  return runImport(fileOf([HEAD, ...hotels].join('\r\n'), 'hotels.csv'), {
    roomsFile: roomsText && fileOf(roomsText, 'rooms.csv'),
    ...options,
  });
}

const rooms = async () =>
  (
    await database.db<{ text: string }[]>`
      SELECT concat_ws(' ', substr(hotel_id, 5), room_code, status) AS text FROM room ORDER BY 1`
  ).map(({ text }) => text);

describe('importing hotels and rooms from CSV', () => {
  it('a CSV import reports an unreadable line and imports the others, but rejects a file with an unreadable header', async () => {
    const inLatin1 = (text: string) => fileOf(Buffer.from(text, 'latin1'), 'hotels.csv');
    const imported = await runImport(inLatin1([HEAD, hotel('A'), hotel('é'), hotel('B')].join('\n')), {
      skipBad: true,
    });
    expect(imported).toMatchObject({ created: 2, reported: [expect.stringMatching(/^hotels.csv:3: /)] });
    await expect(runImport(inLatin1(`${HEAD},é\n${hotel('C')}`))).rejects.toThrow('hotels.csv:1: ');
  });

  it('a CSV import assigns rooms to their hotels in any order, and importing the same files again changes nothing', async () => {
    const files = [
      [hotel('A', '4.5'), ',yours,,,Yours,ES,41.39,2.16,'],
      ['htl_A,,DBL,Double,2,2,0', ',yours,SGL,Single,1,1,0', 'htl_A,,SGL,Single,1,1,0'],
    ] as const;
    expect(await run([...files[0]], [...files[1]])).toMatchObject({
      format: 'csv',
      created: 2,
      rooms: { created: 3 },
      reported: [],
    });
    expect(await run([...files[0]], [...files[1]])).toMatchObject({ unchanged: 2, rooms: { unchanged: 3 } });
  });

  it('a CSV import assigns a room to its hotel by hotelId or by sourceId', async () => {
    const both = hotel('A').replace('htl_A,,', 'htl_A,yours,');
    expect(await run([both], [',yours,DBL,Double,2,2,0', 'htl_A,,SGL,Single,1,1,0'])).toMatchObject({
      reported: [],
    });
    expect(await rooms()).toEqual(['A DBL ACTIVE', 'A SGL ACTIVE']);
    const byOurs = await run([hotel('A')], [',yours,DBL,Double,2,2,0', ',else,DBL,Double,2,2,0']);
    expect(byOurs.reported).toEqual(['rooms.csv:3: The hotels file does not list the hotel else.']);
  });

  it('a CSV import retires rooms that are missing from the rooms file, but leaves rooms unchanged if there is no rooms file', async () => {
    await run([hotel('A'), hotel('B')], ['htl_A,,DBL,Double,2,2,0', 'htl_B,,DBL,Double,2,2,0']);
    await run([hotel('A')]);
    expect(await rooms()).toEqual(['A DBL ACTIVE', 'B DBL ACTIVE']);
    await run([hotel('A')], ['htl_A,,TWN,Twin,2,2,0']);
    expect(await rooms()).toEqual(['A DBL INACTIVE', 'A TWN ACTIVE', 'B DBL ACTIVE']);
  });

  it('a CSV import removes a hotel if its row contains only its id and status', async () => {
    await run([hotel('A'), hotel('B')]);
    const ends = ['htl_A,,INACTIVE,,,,,,', 'htl_B,,MERGED,htl_C,,,,,', hotel('C')];
    expect(await run(ends)).toMatchObject({ created: 1, ended: 2, reported: [] });
  });

  it('a CSV import reports each problem with its file and line', async () => {
    const { reported, isWritten } = await run(
      [hotel('A'), hotel('B', 'many'), `${hotel('C')},surplus`, hotel('D', '9'), ',,,,Nobody,ES,41,2,'],
      [
        'htl_A,,DBL,Double,2,2,0',
        'htl_A,,SGL,,1,1,0',
        'htl_A,,DBL,Double again,2,2,0',
        'htl_NONE,,DBL,Double,2,2,0',
        ',,DBL,Double,2,2,0',
        'htl_A,,FAM,Family,two,2,0',
      ],
    );
    expect(isWritten).toBe(false);
    expect(reported).toEqual([
      'rooms.csv:6: /hotelId: Specify hotelId or sourceId.',
      'rooms.csv:7: /occupancy/maxTotal: Write a number with digits and a decimal point, for example 41.3874.',
      'rooms.csv:3: /name: This field is required.',
      'rooms.csv:4: /roomCode: Each room code may appear only once.',
      'hotels.csv:3: /stars: Write a number with digits and a decimal point, for example 41.3874.',
      'hotels.csv:4: The row has 10 cells, but the first line has 9.',
      'hotels.csv:5: /stars: Use at most 5.',
      'hotels.csv:6: /hotelId: Specify hotelId or sourceId.',
      'rooms.csv:5: The hotels file does not list the hotel htl_NONE.',
    ]);
  });

  it('a CSV import never retires a room because of an invalid row, and retires no rooms if the row does not identify its hotel', async () => {
    const [good, bad] = ['htl_A,,DBL,Double,2,2,0', 'htl_A,,DBL,Double,two,2,0'];
    const others = ['htl_A,,SGL,Single,1,1,0', 'htl_B,,SGL,Single,1,1,0'];
    await run([hotel('A'), hotel('B')], [good, ...others]);
    const all = ['A DBL ACTIVE', 'A SGL ACTIVE', 'B SGL ACTIVE'];

    const next = [hotel('A', '4'), hotel('B', '4')];
    const named = await run(next, [bad, ...others], { skipBad: true });
    expect(named).toMatchObject({ problems: 1, changed: 1, rooms: { retired: 0 } });
    expect(await rooms()).toEqual(all);
    for (const unnamed of [good.replace('htl_A', ''), 'htl_A,,DBL']) {
      const kept = await run(next, [unnamed, ...others], { skipBad: true });
      expect(kept).toMatchObject({ problems: 1, rooms: { unchanged: 2, retired: 0 } });
      expect(await rooms()).toEqual(all);
    }
    await run(next, others);
    expect(await rooms()).toEqual(['A DBL INACTIVE', ...all.slice(1)]);
  });

  it('a hotel import rejects a CSV rooms file together with hotels in JSON Lines', async () => {
    const file = fileOf('{"hotelId":"htl_A"}\n');
    await expect(run([], [], { file })).rejects.toThrow('a JSON Lines file contains the rooms of its hotels');
  });

  it('a hotel import rejects a rooms file in JSON Lines format', async () => {
    const file = fileOf('{"hotelId":"htl_A"}\n');
    await expect(run([hotel('A')], [], { roomsFile: file })).rejects.toThrow('the rooms file is not CSV');
  });
});
