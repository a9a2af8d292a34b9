import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPAIN, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { mergeRules } from '../../app/merge-rules.ts';
import { systemClock } from '../../platform/clock.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { loadSandboxCatalogue } from '../sandbox/load-sandbox-catalogue.ts';
import { exportHotels } from './export-hotels.ts';
import { problemText } from './file-record.ts';
import { type ImportOptions, importHotels } from './import/import-hotels.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'serai-export-'));
  await writePlaces(database.db, SPAIN);
  await loadSandboxCatalogue(database.db, { clock: systemClock, log: quietLog });
  await importText('sandbox', ODD);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const place = { address: { countryCode: 'ES' }, location: { latitude: 41.3888, longitude: 2.159 } };
const room = (roomCode: string, members: object = {}) => ({
  roomCode,
  name: { fr: 'Chambre', en: `Room, "${roomCode}"` },
  occupancy: { maxTotal: 2, maxAdults: 2, maxChildren: 0 },
  ...members,
});

/**
 * A hotel with most fields and with texts that are difficult for file formats, a hotel with few fields, and two removed
 * hotels.
 */
const ODD = [
  {
    ...place,
    hotelId: 'htl_odd',
    sourceId: 'yours, "1"',
    name: { 'pt-BR': ' A;B ', fr: "L'«un»", en: '=1+1' },
    stars: 4.5,
    chain: { code: 'X', name: 'X\u00a0Y' },
    address: { street: 'Rua "A", 1 ', postalCode: '007', city: 'B', region: 'C', countryCode: 'ES' },
    checkIn: { from: '15:00', until: '23:00' },
    checkOut: { until: '11:00' },
    contact: { phone: '+34 1', email: 'a@example.com', website: 'https://example.com' },
    externalIds: { giata: '9' },
    description: { en: 'One\r\ntwo\n\n"three"\tfour  ', fr: ' ' },
    images: [
      {
        url: 'https://a.example/1.jpg',
        kind: 'POOL',
        caption: { en: 'x, y', es: 'z' },
        width: 10,
        height: 20,
      },
    ],
    facilities: [
      { code: 'WIFI', surcharge: true },
      { code: 'SPA', surcharge: false },
      { code: 'GYM', surcharge: null },
    ],
    policies: {
      minimumCheckInAge: 0,
      petsAllowed: false,
      texts: [{ code: 'PETS', text: { es: 'No\nno', en: 'No' } }],
    },
    rooms: [
      room('A|1', {
        beds: [
          { type: 'DOUBLE', count: 1 },
          { type: 'SINGLE', count: 2 },
        ],
        sizeSqm: 20.5,
        description: { en: 'One, "two"\nthree', es: 'Uno' },
        standardName: { view: 'SEA' },
      }),
      room('B', { status: 'MERGED', mergedInto: 'A|1' }),
      room('C', { status: 'INACTIVE', amenities: [{ code: 'DESK', surcharge: null }] }),
    ],
  },
  { ...place, hotelId: 'htl_bare', name: { es: 'Nada' }, checkIn: {}, policies: { texts: [] }, rooms: [] },
  { ...place, hotelId: 'htl_gone', name: { es: 'Cerrado' }, status: 'INACTIVE', rooms: [room('Z')] },
  { ...place, hotelId: 'htl_old', name: { es: 'Viejo' }, status: 'MERGED', mergedInto: 'htl_odd' },
];

async function importText(environment: Environment, records: readonly object[]) {
  const file = join(folder, 'given.jsonl');
  writeFileSync(file, records.map(record => JSON.stringify(record)).join('\n'));
  return importFile({ file, environment });
}

async function importFile(options: Pick<ImportOptions, 'file' | 'environment'> & Partial<ImportOptions>) {
  const reported: string[] = [];
  const summary = await importHotels(database.db, {
    dryRun: false,
    skipBad: false,
    removeMissing: false,
    mergeRules,
    onProgress: () => {},
    onProblem: problem => void reported.push(problemText(problem)),
    ...options,
  });
  expect(reported).toEqual([]);
  return summary;
}

interface Exported {
  file: string;
  roomsFile: string | undefined;
  hotels: number;
  text: string;
}

async function exportFile(
  environment: Environment,
  format: 'jsonl' | 'csv',
  all: boolean,
): Promise<Exported> {
  let [text, rooms] = ['', ''];
  const { hotels } = await exportHotels(database.db, {
    environment,
    format,
    all,
    write: async part => {
      text += part;
    },
    writeRooms: async part => {
      rooms += part;
    },
    onProgress: () => {},
  });
  const file = join(folder, `out.${format}`);
  const roomsFile = format === 'csv' ? join(folder, 'rooms.csv') : undefined;
  writeFileSync(file, text);
  if (roomsFile !== undefined) writeFileSync(roomsFile, rooms);
  return { file, roomsFile, hotels, text };
}

const state = () => database.db`
  SELECT hotel_id, hotel.status, hotel.merged_into, hotel.content, hotel.change_id,
    json_agg(json_build_array(room_code, room.status, room.merged_into, room.content, room.change_id) ORDER BY room_code)
  FROM hotel LEFT JOIN room USING (environment, hotel_id)
  WHERE environment = 'sandbox' GROUP BY environment, hotel_id ORDER BY hotel_id`;

describe.each(['jsonl', 'csv'] as const)('exporting hotels as %s', format => {
  it.each([true, false])(
    `importing a ${format} export again changes nothing (including removed hotels: %s)`,
    async all => {
      const before = await state();
      const { file, roomsFile, hotels } = await exportFile('sandbox', format, all);
      expect(hotels).toBe(all ? 49 : 47);
      const again = await importFile({ file, roomsFile, environment: 'sandbox', removeMissing: true });
      expect(again).toMatchObject({
        format,
        created: 0,
        changed: 0,
        unchanged: hotels,
        ended: 0,
        problems: 0,
      });
      expect(again.rooms).toMatchObject({ created: 0, changed: 0, retired: 0 });
      expect(await state()).toEqual(before);
    },
  );

  it(`a ${format} export recreates an equal catalogue in another environment`, async () => {
    await database.ownerDb`DELETE FROM hotel WHERE environment = 'production'`;
    const { file, roomsFile } = await exportFile('sandbox', format, true);
    expect(await importFile({ file, roomsFile, environment: 'production' })).toMatchObject({ created: 49 });
    const [sandbox, production] = [
      await exportFile('sandbox', 'jsonl', true),
      await exportFile('production', 'jsonl', true),
    ];
    expect(production.text).toBe(sandbox.text);
  });
});

describe('exporting hotels', () => {
  it('an export is a consistent snapshot even if hotels are added while it runs', async () => {
    await database.ownerDb`DELETE FROM hotel WHERE environment = 'production'`;
    const many = Array.from({ length: 1_200 }, (_, i) => ({
      ...place,
      hotelId: `htl_m${i}`,
      name: { en: `M${i}` },
    }));
    await importText('production', many.slice(0, 1_000));
    const ids: string[] = [];
    let isAdded = false;
    await exportHotels(database.db, {
      environment: 'production',
      format: 'jsonl',
      all: true,
      write: async text => {
        ids.push(
          ...text
            .trimEnd()
            .split('\n')
            .map(line => JSON.parse(line).hotelId),
        );
        if (!isAdded) await importText('production', many);
        isAdded = true;
      },
      onProgress: () => {},
    });
    expect(ids.sort()).toEqual(
      many
        .slice(0, 1_000)
        .map(({ hotelId }) => hotelId)
        .sort(),
    );
  });

  it('an empty catalogue is exported as a CSV header row or an empty JSON Lines file', async () => {
    await database.ownerDb`DELETE FROM hotel WHERE environment = 'production'`;
    expect((await exportFile('production', 'jsonl', true)).text).toBe('');
    expect((await exportFile('production', 'csv', true)).text).toMatch(/^hotelId,sourceId,status,.*\r\n$/);
  });
});
