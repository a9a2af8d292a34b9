import type { AccessControl } from './access.ts';
import type { SimulatedHotel } from './inventory.ts';
import type { Ledger } from './ledger.ts';
import type { RateKeys } from './rates.ts';

/** The defaults match Hotelbeds. Tests change single values to prove that the checks detect the difference. */
export interface Behaviour {
  /** The field of the checked hotel: `hotels` in the document, `hotel` in recordings. */
  checkedHotelField: 'hotel' | 'hotels';
  upperCasesReference: boolean;
  acceptsRepeatedReference: boolean;
  cancelsWithoutFlag: boolean;
  zeroesCancelledPrices: boolean;
  /** Cancellations are free although the policy has a penalty. This was recorded once. */
  waivesPenalties: boolean;
  /** Returns 410 if a request that failed is repeated. */
  rejectsRepeatedFailures: boolean;
}

export const REAL_BEHAVIOUR: Behaviour = {
  checkedHotelField: 'hotel',
  upperCasesReference: true,
  acceptsRepeatedReference: true,
  cancelsWithoutFlag: true,
  zeroesCancelledPrices: true,
  waivesPenalties: false,
  rejectsRepeatedFailures: true,
};

/**
 * When the price of a hotel changes: at the rate check, at the booking, or at the booking even beyond the tolerance.
 * The last case was recorded: quoted at 89.25 and booked at 91.03.
 */
export type PriceStage = 'CHECK' | 'BOOKING' | 'BEYOND_TOLERANCE';

export interface HotelbedsState {
  nowMs(): number;
  apiKey: string;
  environment: string;
  currency: string;
  behaviour: Behaviour;
  hotels: SimulatedHotel[];
  keys: RateKeys;
  ledger: Ledger;
  access: AccessControl;
  /** Bookings become visible in lists after this time. */
  listLagMs: number;
  /** References of bookings that are locked and cannot be cancelled. */
  locked: Set<string>;
  /** Bodies of requests that failed. */
  failed: Set<string>;
  shiftOf(hotelCode: number, stage: PriceStage): number;
}
