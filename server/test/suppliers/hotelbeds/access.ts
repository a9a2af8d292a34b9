import { createHash } from 'node:crypto';
import type { SimulatedRequest, SimulatedResponse } from '../supplier-simulator.ts';
import { rejected } from './replies.ts';

export interface Quota {
  limit: number;
  windowMs: number;
  /** The status of the response to a request beyond the quota. The documents of Hotelbeds mention both values. */
  status: 403 | 429;
}

/** The accepted clock difference in a signature. Hotelbeds does not document it. */
const MAX_SKEW_SECONDS = 300;

export class AccessControl {
  readonly #apiKey: string;
  readonly #secret: string;
  readonly #nowMs: () => number;
  quota: Quota = { limit: 1_000_000, windowMs: 86_400_000, status: 403 };
  sendsLimitHeaders = true;
  #windowEndsMs = 0;
  #used = 0;

  constructor({ apiKey, secret, nowMs }: { apiKey: string; secret: string; nowMs: () => number }) {
    this.#apiKey = apiKey;
    this.#secret = secret;
    this.#nowMs = nowMs;
  }

  /** Returns the error response, or undefined if the request is accepted. */
  check(request: SimulatedRequest): SimulatedResponse | undefined {
    const { headers, method } = request;
    const signature = headers['x-signature'];
    if (headers['api-key'] === undefined || typeof signature !== 'string') {
      return rejected(401, 'Authorization field missing');
    }
    if (headers['api-key'] !== this.#apiKey || !this.#isSigned(signature)) {
      return rejected(401, 'Request signature verification failed');
    }
    if (!this.#count()) {
      return this.quota.status === 403 ? rejected(403, 'Quota exceeded') : { status: 429 };
    }
    if (!String(headers.accept ?? '').includes('application/json')) return { status: 406 };
    if (!String(headers['accept-encoding'] ?? '').includes('gzip')) return { status: 406 };
    if (method === 'POST' && !String(headers['content-type'] ?? '').includes('application/json')) {
      return { status: 415 };
    }
    return undefined;
  }

  limitHeaders(): Record<string, string> {
    if (!this.sendsLimitHeaders) return {};
    return {
      'X-Ratelimit-Limit': String(this.quota.limit),
      'X-Ratelimit-Remaining': String(Math.max(this.quota.limit - this.#used, 0)),
      'X-Ratelimit-Reset': String(Math.max(Math.ceil((this.#windowEndsMs - this.#nowMs()) / 1_000), 0)),
    };
  }

  #count(): boolean {
    if (this.#nowMs() >= this.#windowEndsMs) {
      this.#windowEndsMs = this.#nowMs() + this.quota.windowMs;
      this.#used = 0;
    }
    this.#used += 1;
    return this.#used <= this.quota.limit;
  }

  #isSigned(signature: string): boolean {
    const now = Math.floor(this.#nowMs() / 1_000);
    for (let skew = 0; skew <= MAX_SKEW_SECONDS; skew += 1) {
      if (signature === this.#signatureAt(now - skew) || signature === this.#signatureAt(now + skew))
        return true;
    }
    return false;
  }

  #signatureAt(seconds: number): string {
    return createHash('sha256').update(`${this.#apiKey}${this.#secret}${seconds}`).digest('hex');
  }
}
