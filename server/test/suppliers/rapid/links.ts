/**
 * The links of the Rapid simulator. Their tokens are opaque and have a realistic length. Links for price checks and
 * bookings expire.
 */

export interface IssuedLink {
  kind: string;
  data: Record<string, unknown>;
  expiresAtMs: number;
}

/** Lengths of recorded tokens by kind of link. */
const LENGTHS: Readonly<Record<string, number>> = {
  payment_options: 540,
  price_check: 440,
  book: 1_140,
  additional_rates: 760,
};
const DEFAULT_LENGTH = 60;
const LIFE_MS: Readonly<Record<string, number>> = { price_check: 30 * 60_000, book: 20 * 60_000 };
const NO_END = Number.MAX_SAFE_INTEGER;

export class Links {
  readonly #issued = new Map<string, IssuedLink>();
  #count = 0;

  issue(kind: string, path: string, data: object, nowMs: number, method = 'GET') {
    this.#count += 1;
    const stem = `${this.#count.toString(36)}-${kind}-`.replaceAll('_', '');
    const token = stem.padEnd(LENGTHS[kind] ?? DEFAULT_LENGTH, 'AbCdEf0123_');
    const lifeMs = LIFE_MS[kind];
    const expiresAtMs = lifeMs === undefined ? NO_END : nowMs + lifeMs;
    this.#issued.set(token, { kind, data: data as Record<string, unknown>, expiresAtMs });
    const expires = lifeMs === undefined ? {} : { expires: new Date(expiresAtMs).toISOString() };
    return { method, href: `${path}?token=${token}`, ...expires };
  }

  /** Undefined if the token is unknown, has expired or belongs to another kind of link. */
  read(kind: string, token: string | null, nowMs: number): IssuedLink['data'] | undefined {
    const issued = this.#issued.get(token ?? '');
    return issued?.kind === kind && issued.expiresAtMs > nowMs ? issued.data : undefined;
  }
}
