/** Describes what came of a check at the provider that staff requested. Pure. */
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import { STATUS_LABELS } from '../../components/booking-labels.ts';
import type { Output } from '../../lib/calls/operator-client.ts';

type Booking = Output<'bookings/show'>['booking'];
type Facts = Pick<Booking, 'status'> & {
  resolution: Pick<NonNullable<Booking['resolution']>, 'attempts'> | null;
};

/** `before` is the booking when the check was requested, and `time` the time of day when it ended. */
export function checkResult(before: Facts, after: Facts, time: string): string {
  if (!isOpenState(after.status)) {
    return `Checked at the provider: the booking is now ${STATUS_LABELS[after.status].toLowerCase()}.`;
  }
  if (after.status !== before.status)
    return 'Checked at the provider: the status of the booking has changed.';
  if (attemptsOf(after) <= attemptsOf(before)) {
    return 'The check could not be completed. Serai tries again automatically.';
  }
  return after.status === 'ON_REQUEST'
    ? `Checked at ${time}: the hotel has not decided yet. See the timeline.`
    : `Checked at ${time}: the outcome is still unknown. See the timeline.`;
}

/** How often the provider was asked about the outcome. */
export function attemptsOf({ resolution }: Pick<Facts, 'resolution'>): number {
  return resolution?.attempts ?? 0;
}
