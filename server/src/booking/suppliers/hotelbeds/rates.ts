import type { Clock } from '../../../platform/clock.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import type { QuoteRequest, SearchRequest, SearchResult, SuppliedQuote } from '../../port/supplier.ts';
import type { HotelbedsClient, Reply } from './client.ts';
import {
  checkBody,
  codesOf,
  isWrongEnvironment,
  quoteOffer,
  readChecked,
  readSearch,
  searchBody,
  TOKEN_LIFE_MS,
} from './mapping.ts';
import { judgeError, readFailure } from './outcomes.ts';
import type { Rate } from './rate.ts';
import { MAX_NAME, MAX_REMARK } from './reservation.ts';
import { readTokens, type Tokens } from './tokens.ts';

const SEARCH_BYTES = 32 * 1024 * 1024;
const KEY_LIFE_MS = 30 * 60_000;
/** A quote expires this long before its rate keys. */
const KEY_MARGIN_MS = 60_000;

export class HotelbedsRates {
  readonly #kind: 'TEST' | 'LIVE';
  readonly #clock: Clock;
  readonly #client: HotelbedsClient;

  constructor({ kind, clock, client }: { kind: 'TEST' | 'LIVE'; clock: Clock; client: HotelbedsClient }) {
    this.#kind = kind;
    this.#clock = clock;
    this.#client = client;
  }

  async search(call: Call, request: SearchRequest): Promise<Read<SearchResult>> {
    const codes = [...new Set(request.hotels.flatMap(codesOf))];
    if (codes.length === 0) return { kind: 'NONE' };
    const nowMs = this.#clock.nowMs();
    const reply = await this.#client.send(call, {
      method: 'POST',
      api: 'booking',
      path: '/hotels',
      body: searchBody(request, codes),
      maxBytes: SEARCH_BYTES,
    });
    const problem = findProblem(reply, this.#kind);
    if (problem !== undefined) return problem === 'ERROR' ? readFailure(reply, 'NONE') : problem;
    const result = reply.kind === 'REPLY' ? readSearch(reply.json, request, nowMs) : undefined;
    if (result === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    return result.hotels.length + result.unavailable.length === 0
      ? { kind: 'NONE' }
      : { kind: 'OK', value: result };
  }

  /** Searches the hotel again and finds the offer by its rate key. */
  async #findAgain(call: Call, request: QuoteRequest): Promise<Read<Tokens>> {
    const found = await this.search(call, { ...request, hotels: [request.hotel] });
    if (found.kind === 'NONE') return { kind: 'GONE' };
    if (found.kind !== 'OK') return found;
    const offers = found.value.hotels.flatMap(hotel => hotel.offers);
    const tokens = readTokens(offers.find(({ rateKey }) => rateKey === request.rateKey)?.tokens);
    if (tokens !== undefined) return { kind: 'OK', value: tokens };
    return found.value.unavailable.length > 0 ? { kind: 'FAILED', cause: 'UNREADABLE' } : { kind: 'GONE' };
  }

  async quote(call: Call, request: QuoteRequest): Promise<Read<SuppliedQuote>> {
    const given = readTokens(request.tokens);
    const isFresh = given !== undefined && this.#clock.nowMs() - given.issuedMs < TOKEN_LIFE_MS;
    const first = isFresh ? await this.#check(call, request, given) : 'EXPIRED';
    if (first !== 'EXPIRED') return first;
    const again = await this.#findAgain(call, request);
    if (again.kind !== 'OK') return again;
    const second = await this.#check(call, request, again.value);
    return second === 'EXPIRED' ? { kind: 'GONE' } : second;
  }

  /** Checks each rate in a separate call, because one invalid key fails the whole call. */
  async #check(call: Call, request: QuoteRequest, tokens: Tokens): Promise<Read<SuppliedQuote> | 'EXPIRED'> {
    if (!codesOf(request.hotel).includes(tokens.hotelCode)) return { kind: 'GONE' };
    const rates: Rate[] = [];
    let currency: string | undefined;
    for (const [index, { key }] of tokens.rates.entries()) {
      const body = checkBody(key, request.market.language);
      const reply = await this.#client.send(call, {
        method: 'POST',
        api: 'booking',
        path: '/checkrates',
        body,
      });
      if (reply.kind === 'REPLY' && judgeError(reply.status, reply.json) === 'EXPIRED_KEY') return 'EXPIRED';
      const problem = findProblem(reply, this.#kind);
      if (problem !== undefined) return problem === 'ERROR' ? readFailure(reply, 'GONE') : problem;
      const checked = readChecked(reply.kind === 'REPLY' ? reply.json : undefined, request, tokens, index);
      if (checked.kind === 'GONE') return { kind: 'GONE' };
      if (checked.kind === 'OTHER_HOTEL')
        return { kind: 'FAILED', cause: 'CONTRADICTORY', isOtherHotel: true };
      if (checked.kind !== 'OK') return { kind: 'FAILED', cause: checked.kind };
      if (currency !== undefined && currency !== checked.currency)
        return { kind: 'FAILED', cause: 'CONTRADICTORY' };
      currency = checked.currency;
      rates.push(checked.rate);
    }
    if (currency === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    const quoted = quoteOffer(request, tokens, rates, currency, this.#clock.nowMs());
    return {
      kind: 'OK',
      value: {
        ...quoted,
        lifetimeMs: Math.max(
          tokens.issuedMs + KEY_LIFE_MS - KEY_MARGIN_MS - this.#clock.nowMs(),
          KEY_MARGIN_MS,
        ),
        inventoryHeld: false,
        requirements: {
          guestNames: 'LEAD_PER_ROOM',
          childAges: true,
          holderEmail: false,
          holderPhone: false,
          maxRemarkLength: MAX_REMARK,
          maxNameLength: MAX_NAME,
        },
      },
    };
  }
}

/** ERROR: the reply is a failure. Undefined: the reply is a success that can be read. */
function findProblem(
  reply: Reply,
  kind: 'TEST' | 'LIVE',
): { kind: 'FAILED'; cause: 'ENVIRONMENT' | 'UNREADABLE' } | 'ERROR' | undefined {
  if (reply.kind !== 'REPLY') return 'ERROR';
  if (isWrongEnvironment(reply.json, kind)) return { kind: 'FAILED', cause: 'ENVIRONMENT' };
  if (reply.status !== 200) return 'ERROR';
  const hasError = typeof reply.json === 'object' && reply.json !== null && 'error' in reply.json;
  return reply.json === undefined || hasError ? { kind: 'FAILED', cause: 'UNREADABLE' } : undefined;
}
