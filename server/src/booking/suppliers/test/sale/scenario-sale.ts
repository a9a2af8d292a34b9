/** Pure. How a scenario changes what is sold, whether the hotel is made for it or a search forced it. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { BOARD_CODES, type BoardCode } from '@serai/contract/shared/lodging.ts';
import type { PaymentType } from '../../../port/supplied-offer.ts';
import type { PolicyShape } from './policies.ts';
import { RATES, type Rate } from './provider-range.ts';

export interface ScenarioSale {
  boards?: readonly BoardCode[];
  rates: readonly Rate[];
  /** Instead of that of the rate. */
  policy?: PolicyShape;
  payment?: PaymentType;
  /** Charges at the property that the country does not know. */
  hasLocalCharges?: boolean;
  currency?: string;
  minNights?: number;
  /** The same product so many times, each a little dearer. */
  copies?: number;
}

/** Can be cancelled free of charge until the day before, so that a scenario can be walked to its end. */
const EASY: ScenarioSale = { rates: ['FLEX'], policy: { kind: 'FREE_UNTIL', days: 1 } };

const SALES: Partial<Record<ScenarioName, ScenarioSale>> = {
  'avail.min_stay': { ...EASY, minNights: 3 },
  'avail.huge': { boards: BOARD_CODES, rates: RATES, copies: 10 },
  'avail.pay_at_property': { ...EASY, payment: 'PAY_AT_PROPERTY', hasLocalCharges: true },
  'avail.currency_jpy': { ...EASY, currency: 'JPY' },
  'avail.currency_kwd': { ...EASY, currency: 'KWD' },
  'cancel.free': { rates: ['FLEX'], policy: { kind: 'FREE_TO_ARRIVAL' } },
  'cancel.penalty': { rates: ['FLEX'], policy: { kind: 'PART_LOST' } },
  'cancel.nonrefundable': { rates: ['NRF'] },
};

export function saleUnder(scenario: ScenarioName): ScenarioSale {
  return SALES[scenario] ?? EASY;
}
