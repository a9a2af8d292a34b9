/** The only way from the dashboard to the server. What goes in and comes out is typed by the contract. */
import type { ErrorCode, ErrorDetail } from '@serai/contract/errors.ts';
import type { OperatorOperationsByName as Operations } from '@serai/contract/operator-operations.ts';

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]['input']['_zod']['input'];
export type Output<Name extends OperationName> = Operations[Name]['output']['_zod']['output'];

interface FailureBody {
  code: ErrorCode | 'NO_CONNECTION' | 'NO_ANSWER';
  message: string;
  details?: ErrorDetail[];
  requestId?: string;
}

/** An answer that is no success, or none at all. The message is fit to be shown. */
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
      message: `The server answered ${response.status} without words. Try again shortly.`,
    },
  );
}

async function send(name: string, input: object, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(`/api/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(input),
      // The page's own policy is to name no referrer, under which some browsers also hide the origin.
      referrerPolicy: 'same-origin',
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure({
      code: 'NO_CONNECTION',
      message: 'The server cannot be reached. Check that it is running, then try again.',
    });
  }
}

/** Any thrown value as something to show. */
export function toFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  return new CallFailure({ code: 'INTERNAL_ERROR', message: 'The dashboard failed. Reload the page.' });
}
