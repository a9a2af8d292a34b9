/**
 * Finds the hotel ids of suppliers that do not use our ids. The mapping area implements the interface, and `app/`
 * connects the two. A hotel that is not mapped is not sold by such a supplier.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { SoldHotel } from './port/supplier.ts';
import { accountKey, type Provider } from './provider.ts';

export interface HotelMapping {
  /**
   * The supplier's ids of each hotel, by our id. Leaves out hotels that are not mapped or must not be sold. Every search calls this, so
   * implementations cache the result, and return the same array until the mapping of the hotel changes.
   */
  findSupplierIds(
    environment: Environment,
    providerCode: string,
    hotelIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Maps no hotel. Only suppliers that use our ids can sell. */
export const NO_MAPPING: HotelMapping = { findSupplierIds: async () => new Map() };

/**
 * Catalogue hotels with their supplier ids, by account. A catalogue hotel stays the same object for a long time, and
 * cache keys depend on its identity.
 */
const mapped = new WeakMap<SoldHotel, Map<string, SoldHotel>>();

/** Returns the hotels that the provider can sell, with their supplier ids if the supplier does not use our ids. */
export async function mapHotels<Hotel extends SoldHotel>(
  mapping: HotelMapping,
  provider: Provider,
  hotels: readonly Hotel[],
): Promise<readonly Hotel[]> {
  const { code, supplier } = provider;
  if (!supplier.needsMapping || hotels.length === 0) return hotels;
  const environment = supplier.kind === 'TEST' ? 'sandbox' : 'production';
  const hotelIds = hotels.map(({ hotelId }) => hotelId);
  const idsOf = await mapping.findSupplierIds(environment, code, hotelIds);
  const account = accountKey(provider);
  return hotels.flatMap(hotel => {
    const supplierIds = idsOf.get(hotel.hotelId) ?? [];
    return supplierIds.length === 0 ? [] : withIds(hotel, account, supplierIds);
  });
}

function withIds<Hotel extends SoldHotel>(
  hotel: Hotel,
  account: string,
  supplierIds: readonly string[],
): Hotel {
  let known = mapped.get(hotel);
  if (known === undefined) {
    known = new Map();
    mapped.set(hotel, known);
  }
  let found = known.get(account) as Hotel | undefined;
  if (found?.supplierIds !== supplierIds) {
    found = { ...hotel, supplierIds };
    known.set(account, found);
  }
  return found;
}
