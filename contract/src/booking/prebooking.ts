import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { outcomeTable } from '../shared/description-blocks.ts';
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

/** Maximum lifetime of a quote. The provider may set a shorter one. */
export const QUOTE_LIFETIME_MINUTES = 20;

const input = z.strictObject({
  offerId: offerId().describe('Offer ID from availability.'),
  acceptAlternatives: choice(ALTERNATIVE_MODES)
    .optional()
    .describe(
      `\`SAME_PRODUCT\`: if the offer is no longer available, it may be replaced with an offer of another provider for the same hotel, rooms, board and refundability. Default: \`${DEFAULT_ALTERNATIVE_MODE}\`.`,
    ),
  settings: settings(TIMEOUTS.prebooking),
});

const change = z.strictObject({
  field: z
    .string()
    .describe('Dotted path of the field in the offer, for example `price.net` or `cancellation.windows`.'),
  from: z.unknown().describe('The value in the original offer.'),
  to: z.unknown().describe('The value in the quote.'),
});

const requirements = z.strictObject({
  guestNames: choice(GUEST_NAME_RULES).describe(
    'Guests whose names are required. `ALL`: every guest. `LEAD_PER_ROOM`: the first adult in each room.',
  ),
  childAges: flag().describe('Whether the ages of children are required.'),
  holderEmail: flag(),
  holderPhone: flag(),
  maxRemarkLength: count(0, 2_000).describe(
    'Maximum length of `remarks` that the hotel receives, in characters. 0 if the hotel receives none.',
  ),
  maxNameLength: count(1, 80)
    .optional()
    .describe('Maximum length of each first and last name, if the provider sets a limit.'),
});

const output = z
  .strictObject({
    quoteId: quoteId().describe('Pass this ID to booking. The quote can be booked only once.'),
    expiresAt: instant().describe(
      `${QUOTE_LIFETIME_MINUTES} minutes from now, or earlier if the provider requires it.`,
    ),
    inventoryHeld: flag().describe('True if the rooms are held until the quote expires.'),
    status: choice(QUOTE_STATUSES).describe(
      'If not `AVAILABLE`, show the change to the traveller and confirm it with `termsHash` in the booking.',
    ),
    changes: z.array(change).describe('All differences between the offer and the quote.'),
    termsHash: opaque(128).describe('Identifies the price and terms of this quote.'),
    offer: quotedOffer(),
    requirements: requirements.describe('Data that booking requires for this offer.'),
    notices: z.array(codedText()).describe('Information that the traveller must read before booking.'),
    audit: audit(),
  })
  .check(oneCurrency('offer'));

const OUTCOMES = outcomeTable([
  [
    '200',
    'The quote can be booked. If `status` is not `AVAILABLE`, the price or the terms have changed.',
    'Book the quote. Show a change to the traveller first, and confirm it with `termsHash`.',
  ],
  [
    '409 `OFFER_NOT_AVAILABLE`',
    'The offer is no longer available. `error.details` lists any other offers from the same hotel.',
    'Choose another offer.',
  ],
  ['410 `OFFER_EXPIRED`', 'The offer has expired.', 'Search again.'],
  [
    '404 `OFFER_NOT_FOUND`',
    'The offer ID is invalid.',
    'Send the offer ID exactly as `availability` returned it.',
  ],
]);

export const prebooking = defineOperation({
  name: 'prebooking',
  operationId: 'createQuote',
  typeNames: { request: 'QuoteRequest', response: 'Quote' },
  path: '/connect/hotels/v1/prebooking',
  scope: 'hotels:quote',
  trafficClass: 'quote',
  deadlineMs: TIMEOUTS.prebooking.max + GATEWAY_MARGIN_MS,
  summary: 'Quote an offer',
  description: `Checks the price and availability of one offer with its provider and stores the result as a quote. A successful response always contains a bookable quote, and \`status\` and \`changes\` report differences from the search.

${OUTCOMES}`,
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
