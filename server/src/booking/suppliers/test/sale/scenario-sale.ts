/**
 * Determines how a scenario changes what is sold, whether it belongs to the hotel or was selected for the search. Pure.
 */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { BOARD_CODES, type BoardCode } from '@serai/contract/shared/lodging.ts';
import type { PaymentType } from '../../../port/supplied-offer.ts';
import type { PolicyShape } from './policies.ts';
import { RATES, type Rate } from './provider-range.ts';

export interface ScenarioSale {
  boards?: readonly BoardCode[];
  rates: readonly Rate[];
  policy?: PolicyShape;
  payment?: PaymentType;
  /** Adds local charges, even if the country has none. */
  hasLocalCharges?: boolean;
  currency?: string;
  minNights?: number;
  /** Number of copies of each product. Each copy is slightly more expensive than the previous copy. */
  copies?: number;
}

/** Cancellation is free until the day before arrival. */
const REFUNDABLE: ScenarioSale = { rates: ['FLEX'], policy: { kind: 'FREE_UNTIL', days: 1 } };

const SALES: Partial<Record<ScenarioName, ScenarioSale>> = {
  'avail.min_stay': { ...REFUNDABLE, minNights: 3 },
  'avail.huge': { boards: BOARD_CODES, rates: RATES, copies: 10 },
  'avail.pay_at_property': { ...REFUNDABLE, payment: 'PAY_AT_PROPERTY', hasLocalCharges: true },
  'avail.currency_jpy': { ...REFUNDABLE, currency: 'JPY' },
  'avail.currency_kwd': { ...REFUNDABLE, currency: 'KWD' },
  'cancel.free': { rates: ['FLEX'], policy: { kind: 'FREE_TO_ARRIVAL' } },
  'cancel.penalty': { rates: ['FLEX'], policy: { kind: 'PARTLY_REFUNDABLE' } },
  'cancel.nonrefundable': { rates: ['NRF'] },
};

export function saleUnder(scenario: ScenarioName): ScenarioSale {
  return SALES[scenario] ?? REFUNDABLE;
}
