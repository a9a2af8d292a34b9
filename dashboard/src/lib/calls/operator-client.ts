import type { ErrorCode, ErrorDetail } from '@serai/contract/errors.ts';
import type { OperatorOperationsByName as Operations } from '@serai/contract/operator-operations.ts';
import { describeHttpStatus } from '../format/http-status.ts';

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]['input']['_zod']['input'];
export type Output<Name extends OperationName> = Operations[Name]['output']['_zod']['output'];

interface FailureBody {
  code: ErrorCode | 'NO_CONNECTION' | 'NO_ANSWER';
  message: string;
  details?: ErrorDetail[];
  requestId?: string;
}

/** An error response, or no response at all. The message can be shown to the user. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly code: FailureBody['code'];
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;

  constructor({ code, message, details = [], requestId }: FailureBody) {
    super(message);
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

export async function call<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const response = await send(name, input, signal);
  const body = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Output<Name>;
  throw new CallFailure(
    (body as { error?: FailureBody } | undefined)?.error ?? {
      code: 'NO_ANSWER',
      message: `The server returned ${describeHttpStatus(response.status)} without details. Try again in a moment.`,
    },
  );
}

async function send(name: string, input: object, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(`/api/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(input),
      // The page sets `no-referrer`, and with it some browsers also omit the Origin header.
      referrerPolicy: 'same-origin',
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure({
      code: 'NO_CONNECTION',
      message: 'Could not reach the server. Check that it is running, then try again.',
    });
  }
}

/** Converts any thrown value to a failure that can be shown. */
export function toFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  return new CallFailure({ code: 'INTERNAL_ERROR', message: 'Something went wrong. Reload the page.' });
}

/** Returns the server's message about one input field: `fieldError(failure, 'email')`. */
export function fieldError(failure: CallFailure | undefined, field: string): string | undefined {
  return failure?.details.find(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`))?.message;
}

/** Whether every error is already shown next to one of these fields and needs no separate notice. */
export function isShownByFields(failure: CallFailure | undefined, fields: readonly string[]): boolean {
  const details = failure?.details ?? [];
  return details.length > 0 && details.every(({ path }) => fields.includes(path.split('/')[1] ?? ''));
}
