/**
 * Creates and revokes the sandbox key of a certification through the normal operations, so that both are recorded in
 * the audit log.
 */
import { createKey, revokeKey } from '@serai/contract/account/keys.ts';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { OperatorContext, OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import { validate } from '../platform/operations/validate.ts';

/** Longer than any certification. If the node dies before it revokes the key, the key expires after this time. */
const LIFETIME_MS = 30 * 60_000;

export interface CertificationKeys {
  create(context: OperatorContext): Promise<{ keyId: string; secret: string }>;
  revoke(context: OperatorContext, keyId: string): Promise<void>;
}

/** `handlers` must include the key operations. */
export function certificationKeys(handlers: readonly OperatorHandler[], clock: Clock): CertificationKeys {
  async function call<Input extends z.ZodType, Output extends z.ZodType>(
    operation: OperatorOperation<Input, Output>,
    context: OperatorContext,
    input: z.input<Input>,
  ): Promise<z.output<Output>> {
    const handler = handlers.find(each => each.operation.name === operation.name);
    if (handler === undefined) throw new Error(`no handler for ${operation.name}`);
    return (await handler.run(context, validate(operation.input, input) as never)) as z.output<Output>;
  }

  return {
    async create(context) {
      const { key, secret } = await call(createKey, context, {
        name: 'Self-certification',
        environment: 'sandbox',
        scopes: [...SCOPE_NAMES],
        expiresAt: new Date(clock.nowMs() + LIFETIME_MS).toISOString(),
      });
      return { keyId: key.keyId, secret };
    },
    async revoke(context, keyId) {
      await call(revokeKey, context, { keyId });
    },
  };
}
