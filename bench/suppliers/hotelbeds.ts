/**
 * The cost of parsing and mapping a search response of Hotelbeds, compared with `JSON.parse` alone. The response is the recorded
 * one, repeated for many hotels. Needs the suppliers' recordings (SERAI_SUPPLIER_SPECS).
 */
import { existsSync, readFileSync } from 'node:fs';
import { readSearch } from '../../server/src/booking/suppliers/hotelbeds/mapping.ts';
import { goFirst } from '../measure/go-first.ts';
import { printAims, printText, printTitle } from '../measure/report.ts';
import { measureMapping } from './mapping-cost.ts';

const HOTELS = 200;
const TARGET = 3;
const NOW_MS = Date.UTC(2024, 1, 23, 20, 30);
const FOLDER =
  process.env.SERAI_SUPPLIER_SPECS ?? new URL('../../../shared/suppliers', import.meta.url).pathname;
const FILE = `${FOLDER}/recorded/hotelbeds/availability.response.json`;

goFirst();
printTitle('Hotelbeds: parsing and mapping a search response');
if (existsSync(FILE)) measure();
else printText(`The recordings are missing: ${FILE}`);

function measure(): void {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8'));
  const [hotel] = recorded.hotels.hotels;
  const hotels = Array.from({ length: HOTELS }, (_, i) => ({ ...hotel, code: i + 1 }));
  const text = JSON.stringify({ ...recorded, hotels: { ...recorded.hotels, hotels, total: HOTELS } });
  const request = {
    checkIn: '2024-04-02',
    checkOut: '2024-04-03',
    occupancies: [{ adults: 1, childAges: [] }],
    market: { nationality: 'DE', currency: 'EUR', language: 'en' },
    hotels: hotels.map(({ code }) => ({
      hotelId: `htl_${code}`,
      supplierIds: [String(code)],
      countryCode: 'GB',
      timeZone: null,
      rooms: [],
    })),
  };
  const cost = measureMapping(
    text,
    source => readSearch(JSON.parse(source), request, NOW_MS)?.hotels.length ?? Number.NaN,
  );
  printText(
    `${HOTELS} hotels, ${Math.round(text.length / 1_024)} kB. \`JSON.parse\` takes ${cost.parseMs.toFixed(1)} ms.`,
  );
  printAims([
    {
      what: 'parse and map, in multiples of `JSON.parse`',
      target: `at most ${TARGET}`,
      figure: cost.text,
      reached: cost.ratio <= TARGET,
    },
  ]);
}
