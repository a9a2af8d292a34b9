import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../platform/database/connect.ts';
import { type HotelMapping, mapHotels } from './hotel-mapping.ts';
import type { SoldHotel } from './port/supplier.ts';
import type { Provider, Providers } from './provider.ts';
import { findOwnHotels } from './suppliers/own-inventory/operator/operator-inventory-store.ts';

export function hotelSales({ providers, mapping }: { providers: Providers; mapping: HotelMapping }) {
  return {
    findOwn: (db: Database, environment: Environment, hotelIds: readonly string[]) =>
      findOwnHotels(db, environment, hotelIds),
    /** Codes of the providers that sell the hotel, in order of preference. */
    async findSellers(environment: Environment, hotel: SoldHotel): Promise<string[]> {
      const all = providers.list(environment === 'sandbox');
      const sell = await Promise.all(all.map(provider => isSoldBy(mapping, provider, hotel)));
      const sellers = all.filter((_, i) => sell[i]);
      const alone = sellers.filter(({ supplier }) => supplier.sellsAlone);
      return (alone.length > 0 ? alone : sellers).map(({ code }) => code);
    },
  };
}

async function isSoldBy(mapping: HotelMapping, provider: Provider, hotel: SoldHotel): Promise<boolean> {
  const [sold] = await mapHotels(mapping, provider, [hotel]);
  return sold !== undefined && ((await provider.supplier.sells?.(sold)) ?? false);
}
