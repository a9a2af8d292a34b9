import { useSyncExternalStore } from 'react';

const PHONE = window.matchMedia('(max-width: 40rem)');

function watchPhone(listener: () => void) {
  PHONE.addEventListener('change', listener);
  return () => PHONE.removeEventListener('change', listener);
}

/** Whether the window is as narrow as that of a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watchPhone, () => PHONE.matches);
}
