/** Keeps the key where neither printing nor serialising an object shows it, and takes it out of foreign texts. */
import { readForeignError } from './foreign-error.ts';

/** Printable ASCII. Anything else in a header makes `fetch` throw an error that quotes it. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** Shorter ones would blot out ordinary words. */
const SHORTEST_SECRET = 8;

const HIDDEN = '[api key]';
const DEEPEST_CAUSE = 5;

export class ApiKey {
  readonly #key: string;
  readonly #secrets: string[];

  constructor(key: string) {
    this.#key = key;
    // The last part alone is as good as the whole to somebody who knows the rest.
    const lastPart = key.split('_').at(-1) ?? '';
    this.#secrets = [key, lastPart].filter(({ length }) => length >= SHORTEST_SECRET);
  }

  static isUsable(key: string): boolean {
    return PRINTABLE.test(key);
  }

  /** The value of `Authorization`. */
  authorization(): string {
    return `ApiKey ${this.#key}`;
  }

  scrub(text: string): string {
    return this.#secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, HIDDEN), text);
  }

  /** A foreign error as a new one with nothing but its name, code and message: its other members may hold the request. */
  cause(error: unknown, depth = 0): Error | undefined {
    if (error === undefined || depth === DEEPEST_CAUSE) return undefined;
    const { name, message, code, cause } = readForeignError(error);
    const inner = this.cause(cause, depth + 1);
    const copy: Error & { code?: string } = new Error(
      this.scrub(message),
      inner === undefined ? undefined : { cause: inner },
    );
    copy.name = this.scrub(name);
    if (code !== undefined) copy.code = this.scrub(code);
    return copy;
  }
}
