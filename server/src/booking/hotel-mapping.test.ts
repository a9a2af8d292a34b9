import { expect, test } from 'vitest';
import { soldHotel } from '../../test/cache-under-test.ts';
import { scriptedSupplier } from '../../test/scripted-supplier.ts';
import { type HotelMapping, mapHotels, NO_MAPPING } from './hotel-mapping.ts';
import { hotelSales } from './hotel-sales.ts';
import type { Supplier } from './port/supplier.ts';
import type { Provider } from './provider.ts';
import { providerRegistry } from './providers/provider-registry.ts';
import { wantedHotels } from './search/cache/cache-entry.ts';

const HOTELS = [soldHotel('htl_1'), soldHotel('htl_2'), soldHotel('htl_3')];
const provider = (script: Partial<Supplier> = {}): Provider => ({
  code: 'liteapi',
  preference: 1,
  supplier: scriptedSupplier({ needsMapping: true, ...script }),
});

function mappingOf(ids: Record<string, readonly string[]>) {
  const asked: unknown[] = [];
  const mapping: HotelMapping = {
    async findSupplierIds(...question) {
      asked.push(question);
      return new Map(Object.entries(ids));
    },
  };
  return { mapping, asked };
}

test('a supplier with its own hotel ids receives only mapped hotels, with all ids of each', async () => {
  const { mapping, asked } = mappingOf({ htl_1: ['lp1', 'lp9'], htl_3: ['lp3'], htl_2: [] });
  const mapped = await mapHotels(mapping, provider(), HOTELS);
  expect(mapped.map(({ hotelId, supplierIds }) => [hotelId, supplierIds])).toEqual([
    ['htl_1', ['lp1', 'lp9']],
    ['htl_3', ['lp3']],
  ]);
  await mapHotels(mapping, provider({ kind: 'LIVE' }), HOTELS.slice(0, 1));
  expect(asked).toEqual([
    ['sandbox', 'liteapi', ['htl_1', 'htl_2', 'htl_3']],
    ['production', 'liteapi', ['htl_1']],
  ]);
  expect(await mapHotels(NO_MAPPING, provider(), HOTELS)).toEqual([]);
});

test('a supplier that uses our hotel ids receives all hotels without a mapping lookup', async () => {
  const { mapping, asked } = mappingOf({});
  const ours: Provider = { ...provider(), supplier: scriptedSupplier() };
  expect(await mapHotels(mapping, ours, HOTELS)).toBe(HOTELS);
  expect(asked).toEqual([]);
});

test('a changed mapping leads to another entry of the availability cache, and an unchanged mapping to the same entry', async () => {
  const stay = { checkIn: '2027-05-14', checkOut: '2027-05-17', occupancies: [{ adults: 2, childAges: [] }] };
  const market = { nationality: 'ES', currency: 'EUR', language: 'en' };
  const at = provider();
  const keyWith = async (supplierIds: readonly string[]) => {
    const hotels = await mapHotels(mappingOf({ htl_1: supplierIds }).mapping, at, HOTELS);
    const search = { provider: at, stay: { ...stay, market }, hotels };
    return wantedHotels(search as unknown as Parameters<typeof wantedHotels>[0])[0]?.entryKey;
  };
  const ids = ['lp1'];
  const first = await keyWith(ids);
  expect(await keyWith(ids)).toBe(first);
  expect(await keyWith(['lp1'])).toBe(first);
  expect(await keyWith(['lp2'])).not.toBe(first);
  expect(await keyWith(['lp1', 'lp2'])).not.toBe(first);
});

test('the providers that sell a hotel depend on its mapping', async () => {
  const sells: Supplier['sells'] = async ({ supplierIds }) => supplierIds !== undefined;
  const providers = providerRegistry([provider({ sells })]);
  const sellers = (mapping: HotelMapping) =>
    hotelSales({ providers, mapping }).findSellers('sandbox', soldHotel('htl_1'));
  expect(await sellers(mappingOf({ htl_1: ['lp1'] }).mapping)).toEqual(['liteapi']);
  expect(await sellers(NO_MAPPING)).toEqual([]);
});
