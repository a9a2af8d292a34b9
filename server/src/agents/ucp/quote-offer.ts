/** Quotes the offer of a session. */
import { type PrebookingAnswer, prebooking } from '@serai/contract/booking/prebooking.ts';
import { failure, type Message } from './message.ts';
import type { Quoted } from './session.ts';
import { PassedOn, type UcpContext } from './ucp-context.ts';

/** Below the time after which platforms give up. */
const PROVIDER_MS = 20_000;

/** Returns a message if the offer cannot be quoted. Throws PassedOn for failures that say nothing about the offer. */
export async function quoteOffer(context: UcpContext, offerId: string): Promise<Quoted | Message> {
  const { answer, body } = await context.call(prebooking, { offerId, settings: { timeout: PROVIDER_MS } });
  if (answer.status !== 200) {
    const known = PROBLEMS[answer.code ?? ''];
    if (known === undefined) throw new PassedOn(answer);
    return failure(...known, { path: '$.stays', severity: 'unrecoverable' });
  }
  const { quoteId, expiresAt, termsHash, offer, requirements, notices, status } = body as PrebookingAnswer;
  const stay = await context.findQuote(quoteId);
  if (stay === undefined) throw new Error(`the quote ${quoteId} was not found`);
  return {
    ...stay,
    offerId,
    quoteId,
    expiresAt,
    termsHash,
    offer,
    requirements,
    notices,
    totalsChanged: status === 'PRICE_CHANGED',
  };
}

const PROBLEMS: Readonly<Record<string, readonly [code: string, content: string]>> = {
  OFFER_NOT_AVAILABLE: ['inventory_exhausted', 'The rooms are no longer available. Search again.'],
  OFFER_EXPIRED: ['offer_expired', 'The offer has expired. Search again.'],
  OFFER_NOT_FOUND: ['not_found', 'There is no such offer. Send the stay id as the search returned it.'],
  VALIDATION_ERROR: ['not_found', 'There is no such offer. Send the stay id as the search returned it.'],
};
