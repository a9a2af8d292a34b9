/** What every error of this package has in common. */

/** The same in every copy of the package, where `instanceof` would only know its own. */
const BRAND = Symbol.for('@serai/sdk.error');

/** What is known of a request that got no answer of the service. */
export type Outcome =
  /** It did not leave this machine, or was refused before it was read: nothing happened. */
  | 'not-sent'
  /** It may have been carried out. Read the booking, or send the same request again: that never books twice. */
  | 'unknown';

type Constructor<Instance> = abstract new (...args: never[]) => Instance;

/** The root of all errors of this package. None of them holds the API key. */
export class SeraiError extends Error {
  /** The name of the class, also where a build step shortens names. */
  static readonly kind: string = 'SeraiError';

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    // Not enumerable, so that printing an error shows what it is about.
    hide(this, 'name', new.target.kind);
    hide(this, BRAND, kindsOf(new.target));
  }

  /**
   * Whether the value is an error of this class, whichever copy of the package made it:
   * `SeraiError.is(e)`, `RateLimitError.is(e)`.
   */
  static is<Instance extends SeraiError>(
    this: Constructor<Instance> & { kind: string },
    value: unknown,
  ): value is Instance {
    if (typeof value !== 'object' || value === null) return false;
    const kinds = (value as Record<PropertyKey, unknown>)[BRAND];
    // biome-ignore lint/complexity/noThisInStatic: each class looks for its own name
    return Array.isArray(kinds) && kinds.includes(this.kind);
  }

  /** The error as data for a log: its own members, without the stack. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}

function hide(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: false, configurable: true, writable: true });
}

function kindsOf(start: { kind?: string }): string[] {
  const kinds: string[] = [];
  for (let at = start; typeof at.kind === 'string'; at = Object.getPrototypeOf(at)) kinds.push(at.kind);
  return kinds;
}
