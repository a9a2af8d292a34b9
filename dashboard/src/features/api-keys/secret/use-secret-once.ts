import type { Environment } from '@serai/contract/shared/answer.ts';
import { useEffect, useState } from 'react';
import type { Made } from '../parts/api-key.ts';

/**
 * Keeps a new secret for as long as its page is shown and no longer: it is gone when the component is, when the person
 * changes the environment, and when the browser puts the page away to bring it back later.
 */
export function useSecretOnce(environment: Environment) {
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    const drop = () => setMade(undefined);
    window.addEventListener('pagehide', drop);
    return () => window.removeEventListener('pagehide', drop);
  }, []);
  const shown = made?.key.environment === environment ? made : undefined;
  return { made: shown, show: (value: Made) => setMade(value), drop: () => setMade(undefined) };
}
