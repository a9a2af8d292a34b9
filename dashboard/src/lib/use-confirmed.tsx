/** Asks the person for proof before changes of production keys and webhooks. The server refuses without it, whatever the page does. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { createContext, use } from 'react';

/** Resolves to whether the person is confirmed now; asks when the last confirmation is too old. */
export type Confirm = () => Promise<boolean>;

export const ConfirmContext = createContext<Confirm>(async () => true);

export function useConfirmed(): Confirm {
  return use(ConfirmContext);
}

/** Asks for proof in production only; resolves to whether to continue. */
export function useProof(environment: Environment): Confirm {
  const confirm = useConfirmed();
  return async () => environment === 'sandbox' || confirm();
}
