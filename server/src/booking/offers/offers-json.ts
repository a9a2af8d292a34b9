/** Writes the offers of a search response with their ids, which are signed for this search. */
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { OfferSearch } from './frozen-offer.ts';
import { type OfferWriter, offerWriter } from './offer-json.ts';
import { fits, type OfferList, type SignedList, writeList } from './offer-list.ts';
import { type EncodedOffer, type OfferSigner, type OfferTokens, TAG_LENGTH } from './offer-tokens.ts';
import type { OfferScene } from './offer-view.ts';
import type { PricedOffer } from './priced-offer.ts';

const OFFER_ID = utf8('{"offerId":"');
const COMMA = utf8(',');

/**
 * For the complete offer and its summary together. Longer offers, for example with the prices of many nights, would exceed
 * the size that the cache assumes.
 */
const MAX_KEPT_LENGTH = 2_500;

type Detail = 'full' | 'summary';

/** What was written for a cached offer and can be copied into later responses. */
interface OfferBytes {
  /** The encoded offer with its windows. */
  id?: EncodedOffer;
  summary?: string | undefined;
  full?: string | undefined;
  /** The scene of `full`. */
  scene?: OfferScene;
}

/** By offer, because quotes store offers and must not contain these bytes. */
const bytesOf = new WeakMap<PricedOffer, OfferBytes>();

/** Keeps the bytes of an offer that later searches will show again. */
export function keepOfferJson(offer: PricedOffer): void {
  bytesOf.set(offer, {});
}

/** By all offers that a hotel shows. */
const lists = new WeakMap<readonly PricedOffer[], Partial<Record<Detail, OfferList>>>();

/** Keeps the bytes of all offers of a hotel together, if later searches will show exactly these. */
export function keepOfferListJson(offers: readonly PricedOffer[]): void {
  lists.set(offers, {});
}

interface WrittenList extends Pick<OfferList, 'scene' | 'ids' | 'tags'> {
  copy: () => string;
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
  readonly #detail: Detail;
  /** By expiry. Offers of one supplier often have different expiries, but many share one. */
  readonly #issues = new Map<number, Issue>();
  #last: Issue | undefined;
  readonly #signed = new Map<readonly PricedOffer[], SignedList>();

  constructor(tokens: OfferTokens, search: OfferSearch, detail: Detail) {
    this.#tokens = tokens;
    this.#search = search;
    this.#detail = detail;
  }

  /** Call this for all hotels, in the order in which they are written, before the first `write`. All ids are signed together. */
  sign(scene: OfferScene, offers: readonly PricedOffer[]): void {
    const list = lists.get(offers)?.[this.#detail];
    const signed = list && isSameScene(list.scene, scene) ? this.#signList(list) : undefined;
    if (signed !== undefined) {
      this.#signed.set(offers, signed);
      return;
    }
    for (const offer of offers) addId(this.#issueOf(offer).signer, scene.hotel.hotelId, offer);
  }

  /** Writes the elements of a list. */
  write(out: JsonBytes, scene: OfferScene, offers: readonly PricedOffer[]): void {
    const signed = this.#signed.get(offers);
    if (signed !== undefined) {
      writeList(out, signed);
      return;
    }
    const from = out.length;
    const places = lists.has(offers) ? { ids: [], tags: [] } : undefined;
    this.#writeEach(out, scene, offers, places);
    if (places !== undefined) this.#keepList(offers, { scene, ...places, copy: () => out.copy(from) });
  }

  /** Returns undefined if the ids of this search have other lengths, or if an offer ends before the search expires. */
  #signList(list: OfferList): SignedList | undefined {
    const { signer, expiry } = this.#issueOf(list);
    const { lists: signers } = signer;
    if (signers === undefined || !fits(list, signers)) return undefined;
    if (list.endsAtMs < this.#search.expiresAtMs) return undefined;
    return { list, signer: signers, first: signers.add(list), expiry };
  }

  /** Keeps nothing if an offer is too long or ends before the search expires. */
  #keepList(offers: readonly PricedOffer[], { copy, ...places }: WrittenList): void {
    const [kept, detail] = [lists.get(offers), this.#detail];
    const each = offers.map(offer => bytesOf.get(offer) ?? {});
    const encoded = each.flatMap(bytes => (bytes[detail] === undefined ? [] : (bytes.id ?? [])));
    const endsAtMs = Math.min(...offers.map(offer => offer.endsAtMs ?? Number.POSITIVE_INFINITY));
    const { lists: signers } = this.#issueOf({ endsAtMs }).signer;
    if (kept === undefined || signers === undefined) return;
    if (encoded.length < offers.length || endsAtMs < this.#search.expiresAtMs) return;
    const digests = encoded.map(({ digest }) => digest).join('');
    const longest = Math.max(...encoded.map(({ text }) => text.length));
    const list = { ...places, digests, longest, startLength: signers.start.length, endsAtMs };
    // Otherwise, the ids of this search are shorter than those that are kept.
    if (!fits(list, signers)) return;
    kept[detail] = { ...list, bytes: copy() };
    // The list contains them.
    for (const bytes of each) bytes[detail] = undefined;
  }

  /** Adds where the ids and their tags begin to `places`. */
  #writeEach(
    out: JsonBytes,
    scene: OfferScene,
    offers: readonly PricedOffer[],
    places: { ids: number[]; tags: number[] } | undefined,
  ): void {
    const writer = offerWriter(scene);
    const from = out.length;
    for (let i = 0; i < offers.length; i++) {
      const offer = offers[i] as PricedOffer;
      const { signer, expiry } = this.#issueOf(offer);
      const bytes = bytesOf.get(offer);
      if (i > 0) out.raw(COMMA);
      out.raw(OFFER_ID);
      places?.ids.push(out.length - from);
      signer.write(out, offer);
      places?.tags.push(out.length - from - TAG_LENGTH);
      out.raw(expiry);
      if (bytes === undefined) writer[this.#detail](out, offer);
      else writeKept(out, offer, writer, scene, this.#detail, bytes);
    }
  }

  /** Uses the supplier's expiry if it is earlier. */
  #issueOf({ endsAtMs = Number.POSITIVE_INFINITY }: Pick<PricedOffer, 'endsAtMs'>): Issue {
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

function addId(signer: OfferSigner, hotelId: string, offer: PricedOffer): void {
  const bytes = bytesOf.get(offer);
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
  detail: Detail,
  bytes: OfferBytes,
): void {
  const kept = bytes[detail];
  if (kept !== undefined && (detail === 'summary' || isSameScene(bytes.scene, scene))) {
    out.characters(kept);
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
