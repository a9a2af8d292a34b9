/** A price that changed at the supplier: within the tolerance it becomes the price of the booking, and sums stay exact. Pure. */
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { fromMoney, toMoney } from '../../../platform/money/minor-units.ts';
import type { Booking, BookingContent } from '../booking.ts';
import type { BookingChanges } from '../booking-store.ts';

/** What to set; nothing when the price is as quoted. */
export function acceptPrice(booking: Booking, supplierNetMinor: number): BookingChanges {
  if (supplierNetMinor === booking.supplier_net_minor) return {};
  const netMinor = shownNetMinor(booking, supplierNetMinor);
  return {
    supplier_net_minor: supplierNetMinor,
    net_minor: netMinor,
    content: repriced(booking.content, booking.currency, booking.net_minor, netMinor),
  };
}

/** A net price of the supplier in the currency of the booking, at the quoted exchange rate. */
export function shownNetMinor({ content: { price } }: Booking, supplierNetMinor: number): number {
  return price.exchange ? convertMinor(supplierNetMinor, price.exchange) : supplierNetMinor;
}

function repriced(content: BookingContent, currency: string, before: number, after: number): BookingContent {
  const differenceMinor = after - before;
  const plus = (amount: { amount: string; currency: string }) =>
    toMoney(fromMoney(amount) + differenceMinor, currency);
  const { price, rooms, terms } = content;
  const [first, ...others] = rooms;
  if (!first) return content;
  const charge = {
    code: 'PRICE_CHANGE',
    description: 'Change of price when it was booked',
    amount: toMoney(differenceMinor, currency),
  };
  const penalty = (minor: number) => (minor >= before ? after : Math.min(minor, after));
  return {
    ...content,
    price: {
      ...price,
      net: plus(price.net),
      selling: plus(price.selling),
      guestTotal: plus(price.guestTotal),
    },
    rooms: [
      {
        ...first,
        price: {
          ...first.price,
          net: plus(first.price.net),
          stayCharges: [...first.price.stayCharges, charge],
        },
      },
      ...others,
    ],
    terms: {
      ...terms,
      windows: terms.windows.map(window => ({ ...window, penaltyMinor: penalty(window.penaltyMinor) })),
      noShow: terms.noShow && { ...terms.noShow, penaltyMinor: penalty(terms.noShow.penaltyMinor) },
    },
  };
}
