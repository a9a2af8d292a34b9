import type { Environment } from '@serai/contract/shared/answer.ts';
import { useMay } from '../../../lib/session-context.ts';
import { useProof } from '../../../lib/use-confirmed.tsx';

interface KeyRights {
  /** Only shows or hides buttons; the server decides. */
  mayChange: boolean;
  /** Asks for proof before work on a live key; resolves to whether to go on. */
  prove: () => Promise<boolean>;
}

export function useKeyRights(environment: Environment): KeyRights {
  const mayChange = useMay(environment === 'production' ? 'admin' : 'developer');
  return { mayChange, prove: useProof(environment) };
}
