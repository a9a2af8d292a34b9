import type { Environment } from '@serai/contract/shared/answer.ts';
import { useParams } from '@tanstack/react-router';

/** The environment that the address names, so that a link cannot mistake it. */
export function useEnvironment(): Environment {
  const { environment } = useParams({ strict: false }) as { environment?: string };
  return environment === 'production' ? 'production' : 'sandbox';
}

export const ENVIRONMENT_NAMES: Record<Environment, string> = {
  sandbox: 'Sandbox',
  production: 'Production',
};
