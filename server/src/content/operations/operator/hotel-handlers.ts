/** Operations on the catalogue for the operator listener. */
import type { OperatorHandler } from '../../../platform/operations/operator/operator-handler.ts';
import type { HotelParts } from './hotel-parts.ts';
import { hotelsList } from './hotels-list.ts';
import { hotelsShow } from './hotels-show.ts';

export function hotelHandlers(parts: HotelParts): OperatorHandler[] {
  return [hotelsList(parts), hotelsShow(parts)];
}
