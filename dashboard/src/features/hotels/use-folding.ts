import { useIsPhone } from '../../components/use-is-phone.ts';

/** Whether the window is so narrow that the groups of the content form are closed at first. */
export function useFolding(): boolean {
  return useIsPhone();
}
