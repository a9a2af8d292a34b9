/** What guests pay with the rate that the user is typing. Cells show what guests pay, but typing sets the rate. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { fromMinor, toMinor } from '../../lib/format/decimal.ts';
import { type CalendarRow, fieldOf, kindOf } from './calendar.ts';
import type { GridContent } from './clipboard.ts';
import type { Pricing } from './derived-price.ts';
import { applyEntry, parseEntry } from './entry.ts';
import { guestPriceAt } from './following.ts';
import { currentValue, withEdits } from './pending.ts';

/** For example `Rate 140.00 + board 50.00 = guests pay 190.00`. Undefined if guests pay the rate itself. */
export function rateSumText(
  text: string,
  row: CalendarRow,
  night: string,
  { rows, pending, shown, currency }: GridContent,
  pricing: Pricing,
): string | undefined {
  const field = fieldOf(row, shown);
  const plan = row.plan;
  if (plan === undefined || shown !== 'price' || kindOf(field) !== 'amount') return undefined;
  const parsed = parseEntry(text, field, currency);
  if ('problem' in parsed) return undefined;
  const rate = applyEntry(parsed.entry, field, currentValue(pending, row, night, field), currency);
  if (typeof rate !== 'string') return undefined;
  const changed = withEdits(pending, [{ row, night, field, to: rate }]);
  const guests = guestPriceAt(row, night, { rows, pending: changed, pricing });
  if (guests === null || guests === rate) return undefined;
  const digits = minorUnits(currency);
  const adults = plan.guestAdults;
  const persons = plan.priceModel === 'PER_PERSON' ? adults : 1;
  const board = toMinor(pricing.plans.get(plan.planCode)?.supplement ?? '0', digits) * BigInt(adults);
  const extra = toMinor(guests, digits) - toMinor(rate, digits) * BigInt(persons) - board;
  const parts = [
    `Rate ${rate}${persons > 1 ? ` × ${persons} adults` : ''}`,
    ...(extra > 0n ? [`extra adults ${fromMinor(extra, digits)}`] : []),
    ...(board > 0n ? [`board ${fromMinor(board, digits)}`] : []),
  ];
  return `${parts.join(' + ')} = guests pay ${guests}`;
}
