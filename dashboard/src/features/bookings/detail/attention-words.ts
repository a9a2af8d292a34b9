/** Why a booking waits for a person, and what each decision means. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Input, Output } from '../../../lib/calls/operator-client.ts';

type Loaded = Output<'bookings/show'>;
type Booking = Loaded['booking'];
export type Decision = Input<'bookings/resolve'>['decision'];

/** What the service noted beside a change. */
const CAUSES: Readonly<Record<string, string>> = {
  TIMEOUT: 'The provider did not answer in time.',
  CONNECTION: 'The connection to the provider broke.',
  SERVER: 'The provider failed with an error of its own.',
  UNREADABLE: 'The answer of the provider could not be read.',
  INCOMPLETE: 'The answer of the provider lacked what is needed.',
  CONTRADICTORY: 'What the provider holds differs from what was booked.',
  ENVIRONMENT: 'The provider answered for another environment than the one that was asked.',
  PENALTY_DIFFERS: 'The provider charged another penalty than the terms promise.',
  PENALTY_ROSE: 'By the time it could be cancelled, that would have cost more than was agreed.',
  LIVE_AT_PROVIDER: 'It was cancelled or rejected here, but it is alive at the provider.',
  ABSENT: 'The provider no longer knows a booking that it had confirmed.',
  REFUSED: 'The provider refused.',
  JOB_GIVEN_UP: 'The job that settles it failed too often and was given up.',
  LEASE_ENDED: 'The process that asked the provider never came back.',
  NOT_SENT: 'Nothing was sent to the provider.',
  THROTTLED: 'The provider takes no more calls at the moment.',
  CREDENTIALS: 'The provider refused our credentials.',
};

export function causeWords(cause: string): string {
  return CAUSES[cause] ?? `Noted: ${cause}.`;
}

/** The last thing the service noted, else what the state itself says. */
export function attentionReason({ booking, history }: Pick<Loaded, 'booking' | 'history'>): string {
  const noted = history.findLast(({ note }) => typeof note?.cause === 'string');
  const last = history.at(-1);
  if (noted !== undefined && (noted === last || last?.event === 'booking.attention_required')) {
    return causeWords(String(noted.note?.cause));
  }
  if (last?.event === 'booking.late_confirmation') {
    return 'It was rejected here, then turned up at the provider after all.';
  }
  return STATE_REASONS[booking.status] ?? 'The service could not settle it by itself.';
}

const STATE_REASONS: Readonly<Partial<Record<BookingState, string>>> = {
  PENDING:
    'The provider was asked to book, and nobody knows whether it did. Checks went on for as long as they make sense.',
  ON_REQUEST: 'The hotel was asked and has not answered in time.',
  CANCEL_PENDING: 'The provider was asked to cancel, and nobody knows whether it did.',
};

export interface Choice {
  decision: Decision;
  label: string;
  /** What it says about the world, and what follows from it. */
  meaning: string;
}

const CHOICES: Readonly<Record<Decision, Omit<Choice, 'decision'>>> = {
  CONFIRMED: {
    label: 'It is booked',
    meaning:
      'The provider holds the reservation. The partner is told that it is confirmed, and the stay is followed to its end.',
  },
  REJECTED: {
    label: 'It is not booked',
    meaning:
      'The provider holds nothing. The partner is told that it was rejected; should a reservation turn up late, you are called again.',
  },
  CANCELLED: {
    label: 'It is cancelled',
    meaning:
      'The provider holds no reservation any more. The partner is told, with the penalty that you enter.',
  },
  NO_SHOW: { label: 'The guest never came', meaning: 'The stay had begun and nobody arrived.' },
  DISMISSED: {
    label: 'Nothing is wrong',
    meaning: 'Only the mark goes away. The state stays as it is, and open checks go on.',
  },
};

/** As the table of states on the server allows; it checks again. */
const ALLOWED: Readonly<Record<Exclude<Decision, 'DISMISSED'>, readonly BookingState[]>> = {
  CONFIRMED: ['PENDING', 'ON_REQUEST', 'CANCEL_PENDING'],
  REJECTED: ['PENDING', 'ON_REQUEST'],
  CANCELLED: ['PENDING', 'ON_REQUEST', 'CONFIRMED', 'CANCEL_PENDING'],
  NO_SHOW: ['CONFIRMED'],
};

type Standing = Pick<Booking, 'status' | 'statusReason' | 'needsAttention' | 'checkIn'>;

export function choicesFor(booking: Standing, today: string): Choice[] {
  const { status, statusReason, needsAttention, checkIn } = booking;
  const isOpen = (decision: Exclude<Decision, 'DISMISSED'>) =>
    ALLOWED[decision].includes(status) ||
    (decision === 'REJECTED' && status === 'CANCEL_PENDING' && statusReason === 'QUEUED');
  return (Object.keys(CHOICES) as Decision[])
    .filter(decision => {
      if (decision === 'DISMISSED') return needsAttention;
      if (decision === 'NO_SHOW' && checkIn > today) return false;
      return isOpen(decision);
    })
    .map(decision => ({ decision, ...CHOICES[decision] }));
}
