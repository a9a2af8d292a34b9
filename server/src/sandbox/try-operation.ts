import { trySandbox } from '@serai/contract/account/sandbox.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { ApiError } from '../platform/api-error.ts';
import { type OperatorHandler, operate } from '../platform/operations/operator/operator-handler.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import type { TryKeys } from './own-keys.ts';

interface TryParts {
  tryCall: TryCall;
  tryKeys: TryKeys;
}

/** The key stays on the server. If someone revoked it, another one is created. */
export function sandboxTry({ tryCall, tryKeys }: TryParts): OperatorHandler {
  return operate(trySandbox, async (context, { operation, body }) => {
    const path = OPERATIONS.find(({ name }) => name === operation)?.path;
    if (path === undefined) throw new ApiError('NOT_FOUND', 'There is no operation with this name.');
    // The partner can read its request log, but not where its operator's staff work.
    const address = context.staff ? undefined : context.address;
    const send = (key: string) => tryCall({ path, key, body, idempotencyKey: undefined, address });
    const key = await tryKeys.secretFor(context);
    let response = await send(key);
    if (response.status === 401) {
      await tryKeys.forget(context, key);
      response = await send(await tryKeys.secretFor(context));
    }
    return { ...response, body: response.body === '' ? null : JSON.parse(response.body) };
  });
}
