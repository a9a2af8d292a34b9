/** Asks the person for proof before work on live keys. The server refuses without it, whatever the page does. */
import { createContext, use } from 'react';

/** Resolves to whether the person is confirmed now; asks when the last confirmation is too old. */
export type Confirm = () => Promise<boolean>;

export const ConfirmContext = createContext<Confirm>(async () => true);

export function useConfirmed(): Confirm {
  return use(ConfirmContext);
}
