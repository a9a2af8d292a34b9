/**
 * Prices a cost that changed at the supplier with the rules and exchange rate that the quote froze. The supplier
 * reports only the total, so the difference is assigned to the first room. Pure.
 */
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import { fromMoney, toMoney } from '../../../platform/money/minor-units.ts';
import type { FrozenPricing, PricingPort } from '../../pricing-port.ts';
import type { Booking, BookingContent } from '../booking.ts';
import type { BookingChanges } from '../booking-store.ts';
import { spentMinor } from '../spend.ts';

/** Code of the stay charge that contains the difference. */
export const PRICE_CHANGE = 'PRICE_CHANGE';

export type Reprice = Pick<PricingPort, 'reprice'>;

export interface Sold {
  price: Pick<BookingContent['price'], 'net' | 'selling' | 'exchange'>;
  rooms: readonly { price: { net: BookingContent['price']['net'] } }[];
  pricing?: FrozenPricing | undefined;
}

export interface NewPrice {
  roomCosts: readonly number[];
  roomNets: readonly number[];
  netMinor: number;
  sellingMinor: number;
}

/** `supplierNetMinor` is the new cost in the supplier's currency. */
export function repriceAt({ reprice }: Reprice, sold: Sold, supplierNetMinor: number): NewPrice {
  const { price, pricing } = sold;
  const costMinor = price.exchange ? convertMinor(supplierNetMinor, price.exchange) : supplierNetMinor;
  const roomCosts = changeTotal(roomCostsOf(sold), costMinor);
  if (pricing !== undefined && pricing.rules.length > 0) return { roomCosts, ...reprice(pricing, roomCosts) };
  const sellingMinor = fromMoney(price.selling) + costMinor - fromMoney(price.net);
  return { roomCosts, roomNets: roomCosts, netMinor: costMinor, sellingMinor };
}

/** Whether pricing rules apply, so that net may differ from cost. */
export function isMarkedUp({ pricing }: Pick<Sold, 'pricing'>): boolean {
  return pricing !== undefined && pricing.rules.length > 0;
}

/** The cost of the whole booking in its currency. */
export function costOf(sold: Sold): number {
  return sumOf(roomCostsOf(sold));
}

/** A booking without stored costs was sold at cost. */
function roomCostsOf({ rooms, pricing }: Sold): readonly number[] {
  return pricing?.roomCosts ?? rooms.map(room => fromMoney(room.price.net));
}

/** Adds the difference to the first room. A reduction that exceeds the cost of a room continues with the next room. */
function changeTotal(costs: readonly number[], totalMinor: number): number[] {
  let left = totalMinor - sumOf(costs);
  return costs.map(cost => {
    const changed = Math.max(0, cost + left);
    left -= changed - cost;
    return changed;
  });
}

/** The changes of a booking whose cost changed within the tolerance. Returns none if the cost is as quoted. */
export function acceptPrice(port: Reprice, booking: Booking, supplierNetMinor: number): BookingChanges {
  if (supplierNetMinor === booking.supplier_net_minor) return {};
  const now = repriceAt(port, booking.content, supplierNetMinor);
  return {
    supplier_net_minor: supplierNetMinor,
    net_minor: now.netMinor,
    ...respent(booking, now.netMinor),
    content: repriced(booking.content, booking, now),
  };
}

function respent(booking: Booking, netMinor: number): BookingChanges {
  const { spend_currency: currency, spend_rate: rate, currency: from } = booking;
  return currency === null ? {} : { spend_minor: spentMinor({ currency, rate }, from, netMinor) };
}

/** The difference in a room becomes one of its charges, so that all sums stay exact. */
function repriced(
  content: BookingContent,
  { currency, net_minor: before }: Pick<Booking, 'currency' | 'net_minor'>,
  { roomCosts, roomNets, netMinor: after, sellingMinor }: NewPrice,
): BookingContent {
  const { price, rooms, terms, pricing } = content;
  const money = (minor: number) => toMoney(minor, currency);
  const penalty = (minor: number) => (minor >= before ? after : Math.min(minor, after));
  return {
    ...content,
    price: {
      ...price,
      net: money(after),
      selling: money(sellingMinor),
      commission: money(sellingMinor - after),
      guestTotal: money(fromMoney(price.guestTotal) + sellingMinor - fromMoney(price.selling)),
    },
    rooms: rooms.map((room, i) => {
      const net = roomNets[i] as number;
      const difference = net - fromMoney(room.price.net);
      if (difference === 0) return room;
      const charge = {
        code: PRICE_CHANGE,
        description: 'Price change at booking',
        amount: money(difference),
      };
      return {
        ...room,
        price: { ...room.price, net: money(net), stayCharges: [...room.price.stayCharges, charge] },
      };
    }),
    terms: {
      ...terms,
      windows: terms.windows.map(window => ({ ...window, penaltyMinor: penalty(window.penaltyMinor) })),
      noShow: terms.noShow && { ...terms.noShow, penaltyMinor: penalty(terms.noShow.penaltyMinor) },
    },
    ...(pricing && { pricing: { ...pricing, roomCosts } }),
  };
}

function sumOf(parts: readonly number[]): number {
  let sum = 0;
  for (const part of parts) sum += part;
  return sum;
}
