/** A property ready for sums: references are positions, amounts minor units. Made once of each version of its document. */
import type {
  InventoryCharge,
  InventoryPenalty,
  InventoryPlan,
  InventoryPolicy,
} from '@serai/contract/inventory/inventory-document.ts';
import type { Step } from './derivation.ts';

export interface Property {
  hotelId: string;
  currency: string;
  bands: readonly Band[];
  rooms: readonly PropertyRoom[];
  plans: readonly PropertyPlan[];
  /** Each room of each plan, in the order of the plans. */
  slots: readonly Slot[];
  charges: readonly PropertyCharge[];
  /** Of all INCLUDED charges together, in ten-thousandths of a percent. */
  includedScaled: number;
}

export interface Band {
  code: string;
  fromAge: number;
  toAge: number;
  infant: boolean;
}

export interface PropertyRoom {
  roomCode: string;
  baseOccupancy: number;
  maxAdults: number;
  maxChildren: number;
  maxInfants: number;
  maxTotal: number;
  infantsTakeBed: boolean;
  freeChildren: number;
  extraAdultMinor: number | undefined;
  /** By band; undefined where the room names none. */
  childrenMinor: readonly (number | undefined)[];
}

export interface PropertyPlan
  extends Pick<InventoryPlan, 'code' | 'name' | 'board' | 'priceModel' | 'payment'> {
  active: boolean;
  markets: InventoryPlan['markets'];
  bookingWindow: InventoryPlan['bookingWindow'];
  /** What becomes of a value inherited over so many levels; at 0 it is the plan's own. */
  steps: readonly Step[];
  policy: PropertyPolicy | undefined;
  supplement: Supplement | undefined;
  /** Positions in `slots`. */
  slots: readonly number[];
}

export interface Slot {
  plan: number;
  room: number;
  /** Of an offer of this room type alone. */
  rateKey: string;
  /** Where cells come from: this plan's, then its parent's and so on. */
  sources: readonly { planCode: string; level: number }[];
}

export interface Supplement {
  adultMinor: number;
  /** By band. */
  childrenMinor: readonly number[];
}

export interface PropertyPolicy {
  rules: readonly (Omit<InventoryPolicy['rules'][number], 'penalty'> & { penalty: Penalty })[];
  noShow: Penalty;
}

export type Penalty = Omit<InventoryPenalty, 'amount'> & { amountMinor: number | undefined };

export type PropertyCharge = Omit<InventoryCharge, 'amount'> & {
  amountMinor: number | undefined;
  /** In ten-thousandths of a percent; 0 for an amount. */
  percentScaled: number;
};
