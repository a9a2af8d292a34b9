import { useSyncExternalStore } from 'react';

const QUERY = window.matchMedia('(max-width: 60rem)');

/** Whether the screen is too narrow for a month side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      QUERY.addEventListener('change', listener);
      return () => QUERY.removeEventListener('change', listener);
    },
    () => QUERY.matches,
  );
}
