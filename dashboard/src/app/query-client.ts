/** What reads and changes have in common: when they are asked again, and that an ended session ends the page. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../lib/calls/operator-client.ts';

/** Answers that asking again cannot change. */
const FINAL = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BOOKING_NOT_FOUND', 'VALIDATION_ERROR']);

/** Here 401 is about what was typed; no session has ended. */
const SIGNING_IN = new Set<unknown>(['session/sign-in', 'session/sign-up']);

export function createQueryClient(onEnded: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof CallFailure && error.code === 'UNAUTHORIZED') onEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { options }) => {
        if (!SIGNING_IN.has(options.mutationKey?.[0])) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < 1 && !(error instanceof CallFailure && FINAL.has(error.code)),
      },
    },
  });
}
