/**
 * Caches the tokens of offers for later quotes, for at most an hour. Offers are signed and not stored, and tokens are
 * too long for an offer id, so they are cached here by account, stay, hotel and rate key, separately from the offers.
 * If a token is no longer cached, the quote searches at the supplier again. The offer stays valid.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { SearchResult, StayRequest } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { stayKey } from './cache-entry.ts';
import type { HotelTokens, RateTokens, SharedTokens } from './shared-tokens.ts';

/**
 * An offer id is valid for half an hour, and the cached offer behind it may be older. Tokens without an expiry are
 * cached this long.
 */
const MAX_LIFETIME_MS = 60 * 60_000;
/** An estimate of the memory that a token takes in addition to its characters. */
const TOKEN_BYTES = 200;

interface SupplierTokensOptions {
  clock: Clock;
  maxBytes: number;
  /** If omitted, tokens are not shared with other processes. */
  shared?: SharedTokens | undefined;
}

export class SupplierTokens {
  readonly #clock: Clock;
  readonly #shared: SharedTokens | undefined;
  readonly #local: LRUCache<string, HotelTokens>;

  constructor({ clock, maxBytes, shared }: SupplierTokensOptions) {
    this.#clock = clock;
    this.#shared = shared;
    this.#local = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf });
  }

  take(provider: Provider, stay: StayRequest, result: SearchResult): SearchResult {
    if (!result.hotels.some(({ offers }) => offers.some(({ tokens }) => tokens !== undefined))) return result;
    const prefix = stayKey(provider, stay);
    const nowMs = this.#clock.nowMs();
    const taken = new Map<string, HotelTokens>();
    const hotels = result.hotels.map(({ hotelId, offers }) => {
      const ofHotel: HotelTokens = new Map();
      const bare = offers.map(offer => takeFrom(offer, nowMs, ofHotel));
      if (ofHotel.size > 0) taken.set(keyOf(prefix, hotelId), ofHotel);
      return { hotelId, offers: bare };
    });
    for (const [key, ofHotel] of taken) this.#local.set(key, ofHotel);
    if (isShared(provider)) void this.#shared?.write(taken, nowMs);
    return { ...result, hotels };
  }

  /** Returns undefined if the tokens are not known or have expired. */
  async find(
    provider: Provider,
    stay: StayRequest,
    hotelId: string,
    rateKey: string,
  ): Promise<string | undefined> {
    const key = keyOf(stayKey(provider, stay), hotelId);
    const local = this.#valid(this.#local.get(key)?.get(rateKey));
    if (local !== undefined || !isShared(provider)) return local;
    return this.#valid(await this.#shared?.read(key, rateKey));
  }

  #valid(found: RateTokens | undefined): string | undefined {
    return found !== undefined && found.endsAtMs > this.#clock.nowMs() ? found.tokens : undefined;
  }
}

function takeFrom(offer: SuppliedOffer, nowMs: number, into: HotelTokens): SuppliedOffer {
  const { tokens, tokensEndAtMs = Number.POSITIVE_INFINITY, ...bare } = offer;
  const endsAtMs = Math.min(tokensEndAtMs, nowMs + MAX_LIFETIME_MS);
  if (tokens !== undefined && endsAtMs > nowMs) into.set(offer.rateKey, { tokens, endsAtMs });
  return bare;
}

function isShared({ supplier }: Provider): boolean {
  return supplier.searching?.isShared ?? false;
}

function keyOf(prefix: string, hotelId: string): string {
  return hash('sha256', `${prefix}\n${hotelId}`, 'base64url');
}

function bytesOf(tokens: HotelTokens): number {
  let bytes = TOKEN_BYTES;
  for (const [rateKey, { tokens: text }] of tokens) bytes += TOKEN_BYTES + rateKey.length + text.length;
  return bytes;
}
