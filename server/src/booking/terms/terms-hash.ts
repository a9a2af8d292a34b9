/** Pure. Stands for the price and the terms of a quote. What a traveller reads only as words is left out. */
import { hash } from 'node:crypto';
import type { PricedOffer } from '../offers/priced-offer.ts';

const LENGTH = 32;

/** The same for equal prices and terms, whoever sells them and however often they are asked for. */
export function termsHash(offer: Omit<PricedOffer, 'provider' | 'rateKey' | 'fetchedAtMs'>): string {
  const { terms } = offer;
  const text = JSON.stringify([
    offer.board,
    offer.payment,
    offer.currency,
    offer.netMinor,
    offer.sellingMinor,
    offer.rooms.map(({ roomCode, netMinor, nightlyMinor, stayCharges }) => [
      roomCode,
      netMinor,
      nightlyMinor,
      stayCharges.map(({ code, amountMinor }) => [code, amountMinor]),
    ]),
    offer.charges.map(charge => [
      charge.code,
      charge.type,
      charge.basis,
      charge.collection,
      charge.amountMinor,
    ]),
    terms.refundability,
    terms.freeUntilMs,
    terms.deadlineSource,
    terms.timeZone,
    terms.windows.map(({ fromMs, toMs, penaltyMinor }) => [fromMs, toMs, penaltyMinor]),
    terms.noShow && [terms.noShow.penaltyMinor, terms.noShow.fromMs],
  ]);
  return `trm_${hash('sha256', text, 'hex').slice(0, LENGTH)}`;
}
