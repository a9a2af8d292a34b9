/** Writes the offers of a search response with their ids, which are signed for this search. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { OfferSearch } from './frozen-offer.ts';
import { offerWriter } from './offer-json.ts';
import type { OfferSigner, OfferTokens } from './offer-tokens.ts';
import type { OfferScene } from './offer-view.ts';
import type { PricedOffer } from './priced-offer.ts';

const OFFER_ID = utf8('{"offerId":"');
const COMMA = utf8(',');

interface Issue {
  signer: OfferSigner;
  /** The field after the id. */
  expiry: Uint8Array;
}

export class OffersJson {
  readonly #tokens: OfferTokens;
  readonly #search: OfferSearch;
  /** By expiry. Offers of one supplier often have different expiries, but many share one. */
  readonly #issues = new Map<number, Issue>();

  constructor(tokens: OfferTokens, search: OfferSearch) {
    this.#tokens = tokens;
    this.#search = search;
  }

  /** Writes the elements of a list. */
  write(
    out: JsonBytes,
    scene: OfferScene,
    offers: readonly PricedOffer[],
    detail: AvailabilityRequest['offerDetail'],
  ): void {
    const writer = offerWriter(scene);
    const { hotelId } = scene.hotel;
    for (let i = 0; i < offers.length; i++) {
      const offer = offers[i] as PricedOffer;
      const { signer, expiry } = this.#issueOf(offer);
      if (i > 0) out.raw(COMMA);
      out.raw(OFFER_ID);
      signer.write(out, signer.encode(hotelId, offer));
      out.raw(expiry);
      if (detail === 'SUMMARY') writer.summary(out, offer);
      else writer.full(out, offer);
    }
  }

  /** Uses the supplier's expiry if it is earlier. */
  #issueOf({ endsAtMs = Number.POSITIVE_INFINITY }: PricedOffer): Issue {
    const expiresAtMs = Math.min(this.#search.expiresAtMs, Math.floor(endsAtMs / 1000) * 1000);
    let issue = this.#issues.get(expiresAtMs);
    if (issue === undefined) {
      const signer = this.#tokens.sign({ ...this.#search, expiresAtMs });
      issue = { signer, expiry: utf8(`","expiresAt":"${instantText(expiresAtMs)}"`) };
      this.#issues.set(expiresAtMs, issue);
    }
    return issue;
  }
}
