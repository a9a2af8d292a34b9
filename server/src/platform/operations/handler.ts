/** How an area offers an operation: the contract's value and the function that does it. */
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { Operation } from '@serai/contract/operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Database } from '../database/connect.ts';
import type { SentMark } from './sent-mark.ts';

export interface Warning {
  code: string;
  message: string;
  [extra: string]: unknown;
}

/** Everything an operation may know of its caller. All of it comes from the token and the gateway, none from the body. */
export interface RequestContext {
  requestId: string;
  organisationId: string;
  environment: Environment;
  /** Bound to the organisation and environment of the token. */
  db: Database;
  keyId: string;
  clientAddress: string | undefined;
  /** When the request reached the gateway; decides penalties. */
  arrivedAtMs: number;
  /** Milliseconds left at the moment the backend took over. */
  timeLeftMs: number;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  /** Ends when the client hung up or the deadline passed; never for booking and cancel. */
  signal: AbortSignal;
  /** Set by booking and cancel before a provider may act. */
  sent: SentMark<Result<unknown>>;
}

interface ResultExtras {
  status?: 200 | 202;
  testMode?: boolean;
  warnings?: readonly Warning[];
  headers?: Record<string, string>;
  /** Over the data without `meta`; makes `If-None-Match` work. */
  etag?: string;
  /** The moment the data is of, where callers later ask for what changed since: told as `processedAt`. */
  asOfMs?: number | undefined;
  bookingId?: string;
  providerUs?: number;
}

/** Either the data, or its JSON text where it is kept ready. */
export type Result<Data> = ResultExtras & ({ data: Data } | { json: string });

export interface Handler {
  operation: Operation;
  /** What only the server can tell of a body, which may be of any form: told together with what fails the contract. */
  check?(body: object): readonly ErrorDetail[];
  /** Where requests differ widely in work: how much this one is. Known from the request alone, without any work. */
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
