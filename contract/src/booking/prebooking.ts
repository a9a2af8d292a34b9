import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { offerId, quoteId } from '../shared/ids.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import { codedText } from '../shared/text.ts';
import { choice, count, flag, instant, opaque } from '../shared/values.ts';
import { quotedOffer } from './offer.ts';
import { oneCurrency } from './price.ts';
import { audit } from './provider-exchange.ts';

export const ALTERNATIVE_MODES = ['NONE', 'SAME_PRODUCT'] as const;
export const DEFAULT_ALTERNATIVE_MODE = 'NONE';
export const QUOTE_STATUSES = ['AVAILABLE', 'PRICE_CHANGED', 'TERMS_CHANGED'] as const;
export const GUEST_NAME_RULES = ['ALL', 'LEAD_PER_ROOM'] as const;

/** A quote lives this long, or shorter where the provider says so. */
export const QUOTE_LIFETIME_MINUTES = 20;

const input = z.strictObject({
  offerId: offerId().describe('As availability gave it.'),
  acceptAlternatives: choice(ALTERNATIVE_MODES)
    .optional()
    .describe(
      `SAME_PRODUCT: when the offer is gone, another provider may step in with the same hotel, rooms, board and refundability. ${DEFAULT_ALTERNATIVE_MODE} when absent.`,
    ),
  settings: settings(TIMEOUTS.prebooking),
});

const change = z.strictObject({
  field: z.string().describe('Dotted path in the offer, such as `price.net` or `cancellation.windows`.'),
  from: z.unknown().describe('The value in the offer that was sent.'),
  to: z.unknown().describe('The value in the quote.'),
});

const requirements = z.strictObject({
  guestNames: choice(GUEST_NAME_RULES).describe('ALL guests, or the first adult of each room.'),
  childAges: flag().describe('Whether the provider wants the ages of children.'),
  holderEmail: flag(),
  holderPhone: flag(),
  maxRemarkLength: count(0, 2_000).describe('Characters of `remarks` that reach the hotel. 0: none.'),
});

const output = z
  .strictObject({
    quoteId: quoteId().describe('What booking takes, once.'),
    expiresAt: instant().describe(
      `${QUOTE_LIFETIME_MINUTES} minutes from now, or the provider's own end if sooner.`,
    ),
    inventoryHeld: flag().describe('True when the rooms are kept until the quote expires.'),
    status: choice(QUOTE_STATUSES).describe(
      'Anything but AVAILABLE must be shown to the traveller and accepted with `termsHash`.',
    ),
    changes: z.array(change).describe('Every difference between the offer sent and the quote.'),
    termsHash: opaque(128).describe('Stands for price and terms of this quote.'),
    offer: quotedOffer(),
    requirements: requirements.describe('What booking has to send for this offer.'),
    notices: z.array(codedText()).describe('What the traveller must read before booking.'),
    audit: audit(),
  })
  .check(oneCurrency('offer'));

export const prebooking = defineOperation({
  name: 'prebooking',
  path: '/connect/hotels/v1/prebooking',
  scope: 'hotels:quote',
  trafficClass: 'quote',
  deadlineMs: TIMEOUTS.prebooking.max + GATEWAY_MARGIN_MS,
  summary: 'Get a pre-booking quote',
  description: `Rechecks price and availability of one offer with its provider and freezes the result as a quote.

A success always means that the quote can be booked. \`status\` and \`changes\` say what differs from the search. An offer that is gone is 409 OFFER_NOT_AVAILABLE, with other offers of the same hotel in \`error.details\`; an expired one is 410 OFFER_EXPIRED; an id that is forged or damaged is 404 OFFER_NOT_FOUND.`,
  input,
  output,
  errors: [
    'SCENARIO_NOT_ALLOWED',
    'OFFER_NOT_FOUND',
    'OFFER_NOT_AVAILABLE',
    'OFFER_EXPIRED',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
  ],
});

export type PrebookingRequest = z.infer<typeof prebooking.input>;
export type PrebookingAnswer = z.infer<typeof prebooking.output>;
