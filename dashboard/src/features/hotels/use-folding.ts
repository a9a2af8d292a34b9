import { useSyncExternalStore } from 'react';

const PHONE = window.matchMedia('(max-width: 40rem)');

function watchPhone(listener: () => void) {
  PHONE.addEventListener('change', listener);
  return () => PHONE.removeEventListener('change', listener);
}

/** Whether the window is so narrow that the groups of the content form are closed at first. */
export function useFolding(): boolean {
  return useSyncExternalStore(watchPhone, () => PHONE.matches);
}
