import type { SearchSource } from '../../../platform/operations/operator/search-source.ts';
import { parseQuery, rowOf } from './hotels.ts';
import { browseHotels } from './operator-hotels-store.ts';

/** A single letter fits too many hotels to be useful. */
const MIN_NAME = 2;

export const hotelSearch: SearchSource = {
  kind: 'hotel',
  permission: 'catalogue:view',
  async find({ db, text, environments, limit }) {
    if (text.length < MIN_NAME) return [];
    const filter = { place: undefined, countryCode: undefined, status: undefined, after: '', limit };
    const results = [];
    for (const environment of environments) {
      const found = await browseHotels(db, { ...filter, environment, ...parseQuery(text) });
      results.push(
        ...found.map(rowOf).map(({ hotelId, name, city, countryCode, status }) => ({
          kind: 'hotel' as const,
          id: hotelId,
          title: name,
          detail: [city, countryCode, hotelId].filter(Boolean).join(', '),
          status: status === 'ACTIVE' ? null : status,
          environment,
          partnerId: null,
        })),
      );
    }
    return results;
  },
};
