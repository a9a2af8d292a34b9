import { booking } from '@serai/contract/booking/booking.ts';
import { prebooking } from '@serai/contract/booking/prebooking.ts';
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { book, bookingRequest, cancelFree, findOffer, quote } from '../booking-steps.ts';
import type { ScenarioCheck, Walk } from '../walk.ts';

/** The maximum lifetime of a quote in a scenario that waits for it to expire. */
const MOST_SECONDS = 60;

export const QUOTE_CHECKS = {
  'prebook.price_up': { run: walk => priceChanges(walk, 'higher') },
  'prebook.price_down': { run: walk => priceChanges(walk, 'lower') },
  'prebook.terms_changed': {
    async run(walk) {
      const offer = await findOffer(walk);
      const quoted = await quote(walk, offer);
      walk.check('status', 'TERMS_CHANGED', quoted.status);
      const fields = quoted.changes.map(({ field }) => field);
      const isNamed = fields.some(field => field.startsWith('cancellation.'));
      walk.holds('changes', 'a field of cancellation', isNamed, fields);
      walk.check('price.net', offer.price.net, quoted.offer.price.net);
      await acceptTerms(walk, quoted);
    },
  },
  'prebook.soldout': {
    async run(walk) {
      const { offerId } = await findOffer(walk);
      const { details = [] } = await walk.refused(prebooking, { offerId }, 'OFFER_NOT_AVAILABLE');
      const offers = details.map(({ offer }) => (offer as { offerId?: string } | undefined)?.offerId);
      const isOffered = offers.length > 0 && offers.every(id => id !== undefined && id !== offerId);
      walk.holds('error.details', 'other offers of the hotel', isOffered, details);
    },
  },
  'prebook.short_ttl': {
    takesSeconds: 5,
    async run(walk) {
      const quoted = await quote(walk, await findOffer(walk));
      const { expiresAt, meta } = quoted as typeof quoted & { meta: { processedAt: string } };
      const leftMs = Date.parse(expiresAt) - Date.parse(meta.processedAt);
      walk.holds('expiresAt', `within ${MOST_SECONDS} s`, leftMs <= MOST_SECONDS * 1000, expiresAt);
      await walk.wait(Math.min(leftMs, MOST_SECONDS * 1000) + 1_000);
      await walk.refused(booking, bookingRequest(walk, quoted), 'QUOTE_EXPIRED');
    },
  },
  'prebook.timeout': {
    takesSeconds: 4,
    async run(walk) {
      const { offerId } = await findOffer(walk);
      await walk.refused(prebooking, { offerId }, 'PROVIDER_TIMEOUT');
    },
  },
} as const satisfies Record<string, ScenarioCheck>;

async function priceChanges(walk: Walk, direction: 'higher' | 'lower'): Promise<void> {
  const offer = await findOffer(walk);
  const quoted = await quote(walk, offer);
  const [before, after] = [offer.price.net, quoted.offer.price.net];
  walk.check('status', 'PRICE_CHANGED', quoted.status);
  const isSo =
    direction === 'higher'
      ? toMinorUnits(after) > toMinorUnits(before)
      : toMinorUnits(after) < toMinorUnits(before);
  walk.holds('price.net', `${direction} than ${before.amount}`, isSo, after);
  const change = quoted.changes.find(({ field }) => field === 'price.net');
  walk.check(
    'change of price.net',
    { from: before, to: after },
    change && { from: change.from, to: change.to },
  );
  await acceptTerms(walk, quoted);
}

/** A changed quote is only booked if the request accepts the change. */
async function acceptTerms(walk: Walk, quoted: Awaited<ReturnType<typeof quote>>): Promise<void> {
  await walk.refused(booking, bookingRequest(walk, quoted), 'TERMS_NOT_ACCEPTED');
  const made = await book(walk, quoted, { termsHash: quoted.termsHash });
  walk.check('booking.price.net', quoted.offer.price.net, made.price.net);
  await cancelFree(walk, made);
}
