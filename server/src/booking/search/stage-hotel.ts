/** Pure. A hotel as a forced scenario wants it: those about zones bring their own. */
import { SCENARIO_TIME_ZONES } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { Call } from '../port/call.ts';

/** `forced` on the search, also where one of its offers is quoted. */
export function stageHotel(hotel: CatalogueHotel, forced: Call['scenario']): CatalogueHotel {
  const timeZone = forced && SCENARIO_TIME_ZONES[forced];
  return timeZone === undefined ? hotel : { ...hotel, timeZone };
}
