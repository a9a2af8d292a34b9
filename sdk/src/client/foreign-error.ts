/** What foreign code threw: an error, one of another realm (as tests in a sandbox have them), or anything else. */

export interface ForeignError {
  name: string;
  message: string;
  code: string | undefined;
  cause: unknown;
}

const NOTHING_KNOWN: ForeignError = {
  name: 'Error',
  message: 'no reason is known',
  code: undefined,
  cause: undefined,
};

/** Never throws, whatever it is given. */
export function readForeignError(thrown: unknown): ForeignError {
  try {
    if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) {
      return { ...NOTHING_KNOWN, message: String(thrown) };
    }
    const { name, message, code, cause } = thrown as Record<string, unknown>;
    return {
      name: String(name ?? NOTHING_KNOWN.name),
      message: String(message),
      code: typeof code === 'string' ? code : undefined,
      cause,
    };
  } catch {
    // An object without a prototype has no text, and a getter may throw.
    return NOTHING_KNOWN;
  }
}
