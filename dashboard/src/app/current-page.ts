/** Which item of the menu is the current one. Pure. */
import type { NavigationItem } from './navigation.ts';

interface Shown {
  /** Path of the window, for example `/sandbox/bookings/bkg_1`. */
  path: string;
  environment: string;
  /** The booking was opened from the queue, and its page leads through the queue. */
  isInQueue: boolean;
}

export function isCurrentPage(
  { to, exact }: NavigationItem,
  { path, environment, isInQueue }: Shown,
): boolean {
  const isBooking = path.startsWith(`/${environment}/bookings/`);
  const place = isBooking && isInQueue ? `/${environment}/attention` : path;
  const address = `/${environment}${to}`;
  return place === address || place === `${address}/` || (!exact && place.startsWith(`${address}/`));
}
