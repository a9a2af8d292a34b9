import { cancel } from '@serai/contract/booking/cancel.ts';
import { minorUnits, toMinorUnits } from '@serai/contract/shared/amounts.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import {
  book,
  cancelFree,
  checkCost,
  checkState,
  findOffer,
  findQuote,
  quote,
  read,
  settledAs,
  stateOf,
  zero,
} from '../booking-steps.ts';
import type { ScenarioCheck, Walk } from '../walk.ts';

export const CANCEL_CHECKS = {
  'cancel.free': {
    async run(walk) {
      const offer = await findOffer(walk);
      walk.check('cancellation.refundability', 'REFUNDABLE', offer.cancellation.refundability);
      await cancelFree(walk, await book(walk, await quote(walk, offer)));
    },
  },
  'cancel.penalty': {
    run: walk =>
      atAPrice(
        walk,
        'PARTIALLY_REFUNDABLE',
        'part of the price',
        (penalty, net) => penalty > 0n && penalty < net,
      ),
  },
  'cancel.nonrefundable': {
    run: walk => atAPrice(walk, 'NON_REFUNDABLE', 'the price', (penalty, net) => penalty === net),
  },
  'cancel.timeout_then_done': {
    takesSeconds: 10,
    async run(walk) {
      const made = await book(walk, await findQuote(walk));
      const { bookingId } = made;
      const cancelled = await walk.call(cancel, { bookingId }, 202);
      checkState(walk, cancelled.booking, 'CANCEL_PENDING/OUTCOME_UNKNOWN');
      await settledAs(walk, made, 60, 'CANCELLED/BY_CLIENT');
    },
  },
  'cancel.refused': {
    async run(walk) {
      const { bookingId } = await book(walk, await findQuote(walk));
      await walk.refused(cancel, { bookingId }, 'CANCELLATION_NOT_ALLOWED');
      const shown = await read(walk, bookingId);
      walk.check('booking state', 'CONFIRMED', stateOf(shown.booking));
      const last = shown.history?.at(-1)?.event;
      walk.check('the last event', 'booking.cancel_failed', last);
    },
  },
} as const satisfies Record<string, ScenarioCheck>;

/** A cancellation with a penalty must be rejected unless the request accepts the penalty. */
async function atAPrice(
  walk: Walk,
  refundability: string,
  words: string,
  isRight: (penalty: bigint, net: bigint) => boolean,
): Promise<void> {
  const offer = await findOffer(walk);
  walk.check('cancellation.refundability', refundability, offer.cancellation.refundability);
  const { bookingId, price } = await book(walk, await quote(walk, offer));
  await walk.refused(cancel, { bookingId }, 'CANCELLATION_PENALTY_CHANGED');
  const { penalty } = await walk.call(cancel, { bookingId, mode: 'QUOTE' });
  walk.holds('quoted penalty', words, isRight(toMinorUnits(penalty), toMinorUnits(price.net)), penalty);
  const short = { ...zero(penalty) };
  await walk.refused(cancel, { bookingId, maxPenalty: short }, 'CANCELLATION_PENALTY_CHANGED');
  const cancelled = await walk.call(cancel, { bookingId, maxPenalty: penalty });
  checkState(walk, cancelled.booking, 'CANCELLED/BY_CLIENT');
  checkCost(walk, cancelled, penalty, minus(price.net, penalty));
}

function minus(all: Money, part: Money): Money {
  const units = minorUnits(all.currency);
  const digits = String(toMinorUnits(all) - toMinorUnits(part)).padStart(units + 1, '0');
  const amount = units === 0 ? digits : `${digits.slice(0, -units)}.${digits.slice(-units)}`;
  return { amount, currency: all.currency };
}
