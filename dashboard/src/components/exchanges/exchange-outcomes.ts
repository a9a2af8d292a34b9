/** The outcomes of calls to providers. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type Exchange = NonNullable<Output<'bookings/show'>['audit']>['transactions'][number];
type Outcome = Exchange['outcome'];

/** What the provider did with a call. `bad` needs the eye of the reader, `warn` may still turn out well. */
export const OUTCOMES: Readonly<Record<Outcome, { label: string; tone: 'good' | 'warn' | 'bad' | 'plain' }>> =
  {
    OK: { label: 'OK', tone: 'good' },
    NONE: { label: 'Nothing found', tone: 'plain' },
    GONE: { label: 'No longer available', tone: 'bad' },
    UNSUPPORTED: { label: 'Not supported', tone: 'plain' },
    THROTTLED: { label: 'Rate limited', tone: 'bad' },
    FAILED: { label: 'Failed', tone: 'bad' },
    CONFIRMED: { label: 'Confirmed', tone: 'good' },
    ON_REQUEST: { label: 'On request', tone: 'warn' },
    ACCEPTED: { label: 'Accepted', tone: 'warn' },
    REFUSED: { label: 'Rejected', tone: 'bad' },
    DUPLICATE: { label: 'Duplicate', tone: 'warn' },
    NOT_EXECUTED: { label: 'Not executed', tone: 'bad' },
    UNKNOWN: { label: 'Outcome unknown', tone: 'bad' },
    CANCELLED: { label: 'Cancelled', tone: 'good' },
    ALREADY: { label: 'Already cancelled', tone: 'good' },
    FOUND: { label: 'Found', tone: 'good' },
    ABSENT: { label: 'Not found', tone: 'warn' },
    INCOMPLETE: { label: 'Incomplete', tone: 'bad' },
  };
