import type { Environment } from '@serai/contract/shared/answer.ts';
import { useMay } from '../lib/session-context.ts';
import { useEnvironment } from '../lib/url-state.ts';

/** Whether the user may create keys, by default in the environment of the page. */
export function useMayCreateKeys(environment?: Environment): boolean {
  const here = useEnvironment();
  return useMay((environment ?? here) === 'production' ? 'keys:production' : 'keys:sandbox');
}
