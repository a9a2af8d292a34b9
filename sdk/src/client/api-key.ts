/**
 * Holds the API key so that it is never printed or serialised, and removes it from texts that come from other
 * programs.
 */
import { readForeignError } from './foreign-error.ts';

/** Printable ASCII. If a header value contains anything else, `fetch` throws an error that quotes it. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** Shorter secrets are not replaced, because ordinary words might match. */
const MIN_SECRET_LENGTH = 8;

const HIDDEN = '[api key]';
const MAX_CAUSE_DEPTH = 5;

export class ApiKey {
  readonly #key: string;
  readonly #secrets: string[];

  constructor(key: string) {
    this.#key = key;
    // The last part of the key alone is removed as well, because only this part is secret.
    const lastPart = key.split('_').at(-1) ?? '';
    this.#secrets = [key, lastPart].filter(({ length }) => length >= MIN_SECRET_LENGTH);
  }

  static isUsable(key: string): boolean {
    return PRINTABLE.test(key);
  }

  authorization(): string {
    return `ApiKey ${this.#key}`;
  }

  scrub(text: string): string {
    return this.#secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, HIDDEN), text);
  }

  /**
   * Copies only the name, code, message and cause of an error, because its other properties may contain the request.
   */
  cause(error: unknown, depth = 0): Error | undefined {
    if (error === undefined || depth === MAX_CAUSE_DEPTH) return undefined;
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
