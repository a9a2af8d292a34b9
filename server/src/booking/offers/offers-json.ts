/** Writes the offers of a search response with their ids, which are signed for this search. */
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { OfferSearch } from './frozen-offer.ts';
import { type OfferWriter, offerWriter } from './offer-json.ts';
import type { EncodedOffer, OfferSigner, OfferTokens } from './offer-tokens.ts';
import type { OfferScene } from './offer-view.ts';
import type { PricedOffer } from './priced-offer.ts';

const OFFER_ID = utf8('{"offerId":"');
const COMMA = utf8(',');

/**
 * For the complete offer and its summary together. Longer offers, for example with the prices of many nights, would exceed
 * the size that the cache assumes.
 */
const MAX_KEPT_LENGTH = 2_500;

/** What was written for a cached offer and can be copied into later responses. */
interface OfferBytes {
  /** The encoded offer with its windows. */
  id?: EncodedOffer;
  summary?: string;
  full?: string;
  /** The scene of `full`. */
  scene?: OfferScene;
}

/** By offer, because quotes store offers and must not contain these bytes. */
const written = new WeakMap<PricedOffer, OfferBytes>();

/** Keeps the bytes of an offer that later searches will show again. */
export function keepOfferJson(offer: PricedOffer): void {
  written.set(offer, {});
}

interface Issue {
  expiresAtMs: number;
  signer: OfferSigner;
  /** The field after the id. */
  expiry: Uint8Array;
}

export class OffersJson {
  readonly #tokens: OfferTokens;
  readonly #search: OfferSearch;
  /** By expiry. Offers of one supplier often have different expiries, but many share one. */
  readonly #issues = new Map<number, Issue>();
  #last: Issue | undefined;

  constructor(tokens: OfferTokens, search: OfferSearch) {
    this.#tokens = tokens;
    this.#search = search;
  }

  /** Call this for all hotels, in the order in which they are written, before the first `write`. All ids are signed together. */
  sign(hotelId: string, offers: readonly PricedOffer[]): void {
    for (const offer of offers) addId(this.#issueOf(offer).signer, hotelId, offer, written.get(offer));
  }

  /** Writes the elements of a list. */
  write(out: JsonBytes, scene: OfferScene, offers: readonly PricedOffer[], detail: 'full' | 'summary'): void {
    const writer = offerWriter(scene);
    for (let i = 0; i < offers.length; i++) {
      const offer = offers[i] as PricedOffer;
      const { signer, expiry } = this.#issueOf(offer);
      const bytes = written.get(offer);
      if (i > 0) out.raw(COMMA);
      out.raw(OFFER_ID);
      signer.write(out, offer);
      out.raw(expiry);
      if (bytes === undefined) writer[detail](out, offer);
      else writeKept(out, offer, writer, scene, detail, bytes);
    }
  }

  /** Uses the supplier's expiry if it is earlier. */
  #issueOf({ endsAtMs = Number.POSITIVE_INFINITY }: PricedOffer): Issue {
    const expiresAtMs = Math.min(this.#search.expiresAtMs, Math.floor(endsAtMs / 1000) * 1000);
    if (this.#last?.expiresAtMs === expiresAtMs) return this.#last;
    let issue = this.#issues.get(expiresAtMs);
    if (issue === undefined) {
      const signer = this.#tokens.sign({ ...this.#search, expiresAtMs });
      issue = { expiresAtMs, signer, expiry: utf8(`","expiresAt":"${instantText(expiresAtMs)}"`) };
      this.#issues.set(expiresAtMs, issue);
    }
    this.#last = issue;
    return issue;
  }
}

function addId(
  signer: OfferSigner,
  hotelId: string,
  offer: PricedOffer,
  bytes: OfferBytes | undefined,
): void {
  if (bytes?.id !== undefined && signer.add(offer, bytes.id)) return;
  const encoded = signer.encode(hotelId, offer);
  signer.add(offer, encoded);
  // Other searches may have enough space for the windows, so an id without them is not kept.
  if (bytes !== undefined && encoded.hasWindows) bytes.id = encoded;
}

function writeKept(
  out: JsonBytes,
  offer: PricedOffer,
  writer: OfferWriter,
  scene: OfferScene,
  detail: 'full' | 'summary',
  bytes: OfferBytes,
): void {
  const kept = bytes[detail];
  if (kept !== undefined && (detail === 'summary' || isSameScene(bytes.scene, scene))) {
    out.paste(kept);
    return;
  }
  const start = out.length;
  writer[detail](out, offer);
  const other = bytes[detail === 'full' ? 'summary' : 'full']?.length ?? 0;
  if (out.length - start + other > MAX_KEPT_LENGTH) return;
  bytes[detail] = out.copy(start);
  if (detail === 'full') bytes.scene = scene;
}

function isSameScene(a: OfferScene | undefined, b: OfferScene): boolean {
  return a?.hotel === b.hotel && a.language === b.language && (a.nights === null) === (b.nights === null);
}
