/** The spend limit of a key, as it is stored, sent and shown. Pure. */
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { ApiKeyRow } from '../../platform/database/generated/tables.ts';
import { fromMoney, toMoney } from '../../platform/money/minor-units.ts';
import type { SpendLimit } from '../../platform/token/token-claims.ts';

interface SpendLimitView {
  perDay: Money | null;
  perBooking: Money | null;
}

/** Omitted amounts stay unchanged. Null removes a limit. */
export type SpendLimitInput =
  | { [Amount in keyof SpendLimitView]?: SpendLimitView[Amount] | undefined }
  | null;

export function spendLimitOf(
  row: Pick<ApiKeyRow, 'spend_currency' | 'spend_day_minor' | 'spend_booking_minor'>,
): SpendLimit | null {
  const { spend_currency: currency, spend_day_minor: perDayMinor, spend_booking_minor } = row;
  return currency === null ? null : { currency, perDayMinor, perBookingMinor: spend_booking_minor };
}

export function spendLimitView(limit: SpendLimit | null): SpendLimitView | null {
  if (limit === null) return null;
  const money = (minor: number | null) => (minor === null ? null : toMoney(minor, limit.currency));
  return { perDay: money(limit.perDayMinor), perBooking: money(limit.perBookingMinor) };
}

/** Appends a detail if the amounts would have different currencies. */
export function mergeSpendLimit(
  present: SpendLimit | null,
  sent: SpendLimitInput | undefined,
  details: ErrorDetail[],
): SpendLimit | null {
  if (sent === undefined) return present;
  if (sent === null) return null;
  const before = spendLimitView(present);
  const perDay = sent.perDay === undefined ? (before?.perDay ?? null) : sent.perDay;
  const perBooking = sent.perBooking === undefined ? (before?.perBooking ?? null) : sent.perBooking;
  const currency = perDay?.currency ?? perBooking?.currency;
  if (currency === undefined) return null;
  if (perDay && perBooking && perDay.currency !== perBooking.currency) {
    const changed = sent.perDay ? 'perDay' : 'perBooking';
    const message = `Both amounts must have the same currency. The other amount is in ${(changed === 'perDay' ? perBooking : perDay).currency}.`;
    details.push({ path: `/limits/spend/${changed}/currency`, code: 'CURRENCY_MISMATCH', message });
  }
  return { currency, perDayMinor: minorOf(perDay), perBookingMinor: minorOf(perBooking) };
}

function minorOf(money: Money | null): number | null {
  return money && fromMoney(money);
}
