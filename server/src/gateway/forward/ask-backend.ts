/**
 * Sends a query of the operator API to the backend on behalf of a partner, without a key, rate limits or a log row. For
 * read operations only.
 */
import type { Operation } from '@serai/contract/operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { noToken } from '../keys/key-record.ts';
import type { TokenMinter } from '../token/token-minter.ts';
import type { Forward } from './forward.ts';

const NEVER = new AbortController().signal;

export interface Asker {
  organisationId: string;
  environment: Environment;
  requestId: string;
}

/**
 * Returns the result of the operation. Errors from the backend are thrown unchanged, unless it rejects the gateway's
 * token.
 */
export type AskBackend = <Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  asker: Asker,
  input: z.input<Input>,
) => Promise<z.output<Output>>;

export function askBackend({
  forward,
  minter,
  clock,
}: {
  forward: Forward;
  minter: TokenMinter;
  clock: Clock;
}): AskBackend {
  return async (operation, { organisationId, environment, requestId }, input) => {
    if (operation.trafficClass === 'book') throw new Error(`${operation.name} is not a read operation`);
    const token = minter.tokenFor({
      id: 'operator',
      organisationId,
      environment,
      scopes: new Set([operation.scope]),
      addresses: undefined,
      limits: { perMinute: 1, perHour: 1, perDay: 1 },
      spendLimit: undefined,
      status: 'ACTIVE',
      partnerSuspended: false,
      isOwn: false,
      expiresAtMs: undefined,
      secrets: [],
      generation: 0,
      minted: noToken(),
    });
    const { status, body } = await forward.send({
      operation,
      path: operation.path,
      token,
      body: Buffer.from(JSON.stringify(input)),
      requestId,
      clientAddress: undefined,
      arrivedAtMs: clock.nowMs(),
      timeLeftMs: operation.deadlineMs,
      ifNoneMatch: undefined,
      idempotencyKey: undefined,
      signal: NEVER,
      onResend: () => {},
    });
    const answer = JSON.parse(body.toString());
    if (status === 200) return answer;
    // The backend rejected our own token. A 401 would suggest to the operator that they are not signed in.
    if (status === 401)
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The service cannot query its backend at the moment. Try again shortly.',
      );
    const { code, message, details } = answer.error;
    throw new ApiError(code, message, details && { details });
  };
}
