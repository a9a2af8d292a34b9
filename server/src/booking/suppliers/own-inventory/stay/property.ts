/**
 * A property in the form that searches use: references are indexes, and amounts are in minor units. Compiled once for each version
 * of its document.
 */
import type { Step } from '@serai/contract/inventory/derivation.ts';
import type {
  InventoryCharge,
  InventoryPenalty,
  InventoryPlan,
  InventoryPolicy,
} from '@serai/contract/inventory/inventory-document.ts';

export interface Property {
  hotelId: string;
  currency: string;
  bands: readonly Band[];
  rooms: readonly PropertyRoom[];
  plans: readonly PropertyPlan[];
  /** Each room of each plan, in plan order. */
  slots: readonly Slot[];
  charges: readonly PropertyCharge[];
  /** Sum of all INCLUDED percentages, in ten-thousandths of a per cent. */
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
  /** Indexed by age band. Undefined where the room sets no price. */
  childrenMinor: readonly (number | undefined)[];
}

export interface PropertyPlan
  extends Pick<InventoryPlan, 'code' | 'name' | 'board' | 'priceModel' | 'payment'> {
  active: boolean;
  markets: InventoryPlan['markets'];
  bookingWindow: InventoryPlan['bookingWindow'];
  /** How to derive a value that was inherited over N levels. Level 0 is the plan's own value. */
  steps: readonly Step[];
  policy: PropertyPolicy | undefined;
  supplement: Supplement | undefined;
  /** Indexes into `slots`. */
  slots: readonly number[];
}

export interface Slot {
  plan: number;
  room: number;
  /** Rate key of an offer that has only this room type. */
  rateKey: string;
  /** The plans from which values are taken: this plan, then its parent, and so on. */
  sources: readonly { planCode: string; level: number }[];
}

export interface Supplement {
  adultMinor: number;
  /** Indexed by age band. */
  childrenMinor: readonly number[];
}

export interface PropertyPolicy {
  rules: readonly (Omit<InventoryPolicy['rules'][number], 'penalty'> & { penalty: Penalty })[];
  noShow: Penalty;
}

export type Penalty = Omit<InventoryPenalty, 'amount'> & { amountMinor: number | undefined };

export type PropertyCharge = Omit<InventoryCharge, 'amount'> & {
  amountMinor: number | undefined;
  /** In ten-thousandths of a per cent. 0 for a fixed amount. */
  percentScaled: number;
};
