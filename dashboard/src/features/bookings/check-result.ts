/** Describes what came of a check at the provider that staff requested. Pure. */
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import { STATUS_LABELS } from '../../components/booking-labels.ts';
import type { Output } from '../../lib/calls/operator-client.ts';

type Booking = Output<'bookings/show'>['booking'];
type Facts = Pick<Booking, 'status'> & {
  resolution: Pick<NonNullable<Booking['resolution']>, 'attempts'> | null;
};

export interface CheckResult {
  text: string;
  /** The number of attempts after a check that was not completed. A further attempt replaces that check. */
  incompleteAt?: number;
}

/** `before` is the booking when the check was requested, and `time` the time of day when it ended. */
export function checkResult(before: Facts, after: Facts, time: string): CheckResult {
  if (!isOpenState(after.status)) {
    const label = STATUS_LABELS[after.status].toLowerCase();
    return { text: `Checked at the provider: the booking is now ${label}.` };
  }
  if (after.status !== before.status)
    return { text: 'Checked at the provider: the status of the booking has changed.' };
  if (attemptsOf(after) <= attemptsOf(before)) {
    const text = 'The check could not be completed. Serai tries again automatically.';
    return { text, incompleteAt: attemptsOf(after) };
  }
  return after.status === 'ON_REQUEST'
    ? { text: `Checked at ${time}: the hotel has not decided yet. See the timeline.` }
    : { text: `Checked at ${time}: the outcome is still unknown. See the timeline.` };
}

/** A result that names its time stays true while the outcome is open. */
export function shownText({ text, incompleteAt }: CheckResult, booking: Facts): string | undefined {
  return incompleteAt === undefined || incompleteAt === attemptsOf(booking) ? text : undefined;
}

/** How often the provider was asked about the outcome. */
function attemptsOf({ resolution }: Pick<Facts, 'resolution'>): number {
  return resolution?.attempts ?? 0;
}
