/** What a decision does to the account of the partner, as the ledger of the server does it. Pure. */
import type { Entry } from '../../components/billing/entry-kinds.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { decimalsOf, fromMinor, sumMinor } from '../../lib/format/decimal.ts';
import { formatMoney } from '../../lib/format/format.ts';
import type { Decision } from './attention.ts';

type Booking = Pick<Output<'bookings/show'>['booking'], 'status' | 'payment' | 'price'>;

interface Account {
  /** Name of the partner. */
  partner: string;
  /** The ledger entries of the booking. */
  entries: readonly Entry[];
}

/** Undefined if the decision changes nothing, and for a booking of an older version, which has no ledger entries. */
export function moneyEffect(
  decision: Decision,
  { status, payment, price }: Booking,
  { partner, entries }: Account,
): string | undefined {
  const [first] = entries;
  if (first === undefined || decision === 'DISMISSED') return undefined;
  if (payment.type === 'PAY_AT_PROPERTY')
    return `${partner} is not charged, because the guest pays the hotel.`;
  const held = balanceOf(entries.map(entry => entry.held));
  const owed = balanceOf(entries.map(entry => entry.owed));
  const release = held && `The held ${held} is released.`;
  switch (decision) {
    case 'CONFIRMED':
    case 'NO_SHOW':
      return owed ? `The charge of ${owed} remains.` : chargeOf(price.net, first.amount.currency, partner);
    case 'REJECTED':
      return release ?? `${partner} is not charged.`;
    case 'CANCELLED': {
      const penalty =
        status === 'CANCEL_PENDING'
          ? `${partner} is charged the penalty, unless the operator bears it.`
          : `${partner} is charged the penalty that you enter.`;
      return [owed ? `The charge of ${owed} is refunded.` : release, penalty].filter(Boolean).join(' ');
    }
  }
}

/** Entries are in the billing currency of the partner. The rate was fixed in the quote. */
function chargeOf(net: Booking['price']['net'], billingCurrency: string, partner: string): string {
  const converted = net.currency === billingCurrency ? '' : `, converted to ${billingCurrency}`;
  return `${partner} is charged ${formatMoney(net)}${converted}.`;
}

/** Undefined if nothing is left. All entries of a booking have the same currency. */
function balanceOf(changes: readonly Entry['amount'][]): string | undefined {
  const [first] = changes;
  if (first === undefined) return undefined;
  const digits = decimalsOf(first.amount);
  const minor = sumMinor(
    changes.map(({ amount }) => amount),
    digits,
  );
  return minor > 0n ? formatMoney({ ...first, amount: fromMinor(minor, digits) }) : undefined;
}
