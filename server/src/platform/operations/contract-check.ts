/**
 * Compares responses with the contract. The comparison runs only in tests and development, because it costs more than
 * most operations.
 */
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { z } from 'zod';
import { ApiError } from '../api-error.ts';

interface Declared {
  name: string;
  errors: readonly ErrorCode[];
}

export function checkBody({ name }: Declared, schema: z.ZodType, body: string): void {
  const result = schema.safeParse(JSON.parse(body));
  if (!result.success)
    throw new Error(`The response of ${name} violates the contract: ${result.error.message}`);
}

/** Returns the failure, or another error if the operation does not declare its code. */
export function checkCode({ name, errors }: Declared, thrown: unknown): unknown {
  if (!(thrown instanceof ApiError) || errors.includes(thrown.code)) return thrown;
  return new Error(`${name} does not declare ${thrown.code}`, { cause: thrown });
}

export function notBuilt({ name }: Declared): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', `The operation ${name} is not available yet.`, {
    retryAfterSeconds: 3600,
  });
}
