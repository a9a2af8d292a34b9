import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { Operation } from '@serai/contract/operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Database } from '../database/connect.ts';
import type { SpendLimit } from '../token/token-claims.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { SentMark } from './sent-mark.ts';

export interface Warning {
  code: string;
  message: string;
  [extra: string]: unknown;
}

/**
 * Everything that an operation may use about its caller. It comes from the token and the gateway, never from the body.
 */
export interface RequestContext {
  requestId: string;
  organisationId: string;
  environment: Environment;
  /** Bound to the organisation and environment of the token. */
  db: Database;
  /** Whether `db` is a read replica, which lags behind the primary. */
  isOnReplica?: boolean;
  keyId: string;
  spendLimit: SpendLimit | undefined;
  clientAddress: string | undefined;
  /** When the request reached the gateway. Penalties are calculated for this time. */
  arrivedAtMs: number;
  /** Milliseconds left when the backend received the request. */
  timeLeftMs: number;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  /** Aborted when the client disconnects or the deadline passes. Never aborted for bookings and cancellations. */
  signal: AbortSignal;
  /** Set by the booking and cancel operations before a provider may act. */
  sent: SentMark<Result<unknown>>;
}

interface ResultExtras {
  status?: 200 | 202;
  testMode?: boolean;
  warnings?: readonly Warning[];
  headers?: Record<string, string>;
  /** Calculated from the data without `meta`. Enables `If-None-Match`. */
  etag?: string;
  /** The time of the data, for callers that later request changes since then. Returned as `processedAt`. */
  asOfMs?: number | undefined;
  bookingId?: string;
  providerUs?: number;
}

/** `open` is a JSON object with at least one field and without its closing brace. */
export type Result<Data> = ResultExtras & ({ data: Data } | { json: string } | { open: JsonBytes });

export interface Handler {
  operation: Operation;
  /**
   * Checks that only the server can perform. The body may have any shape. Failures are reported together with contract
   * violations.
   */
  check?(body: object): readonly ErrorDetail[];
  /** The cost of a request, for operations whose requests differ widely. It must be cheap to calculate. */
  costOf?(context: RequestContext, input: never): number;
  run(context: RequestContext, input: never): Result<unknown> | Promise<Result<unknown>>;
}

export function handle<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  run: (
    context: RequestContext,
    input: z.output<Input>,
  ) => Result<z.input<Output>> | Promise<Result<z.input<Output>>>,
): Handler {
  return { operation, run };
}
