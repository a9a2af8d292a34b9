/**
 * Reads values thrown by other code: an error, an error from another realm (as in sandboxed tests), or anything
 * else.
 */

export interface ForeignError {
  name: string;
  message: string;
  code: string | undefined;
  cause: unknown;
}

const UNKNOWN_ERROR: ForeignError = {
  name: 'Error',
  message: 'unknown reason',
  code: undefined,
  cause: undefined,
};

/** Never throws. */
export function readForeignError(thrown: unknown): ForeignError {
  try {
    if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) {
      return { ...UNKNOWN_ERROR, message: String(thrown) };
    }
    const { name, message, code, cause } = thrown as Record<string, unknown>;
    return {
      name: String(name ?? UNKNOWN_ERROR.name),
      message: String(message),
      code: typeof code === 'string' ? code : undefined,
      cause,
    };
  } catch {
    // An object without a prototype cannot be converted to a string, and a getter may throw.
    return UNKNOWN_ERROR;
  }
}
