export const BOOKING_STATES = [
  'PENDING',
  'ON_REQUEST',
  'CONFIRMED',
  'REJECTED',
  'CANCEL_PENDING',
  'CANCELLED',
  'COMPLETED',
  'NO_SHOW',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** States whose outcome is not known yet. */
export const OPEN_STATES = [
  'PENDING',
  'ON_REQUEST',
  'CANCEL_PENDING',
] as const satisfies readonly BookingState[];

export function isOpenState(state: BookingState): boolean {
  return (OPEN_STATES as readonly BookingState[]).includes(state);
}

/**
 * States that do not change again, with one exception: if staff keep a late reservation, a REJECTED booking becomes
 * CONFIRMED.
 */
export const FINAL_STATES = ['REJECTED', 'CANCELLED', 'COMPLETED', 'NO_SHOW'] as const;

/** Reasons for each state. In a state without reasons, `statusReason` is null. */
export const REASONS_BY_STATE = {
  PENDING: ['IN_PROGRESS', 'OUTCOME_UNKNOWN'],
  ON_REQUEST: [],
  CONFIRMED: [],
  REJECTED: [
    'SOLD_OUT',
    'PRICE_CHANGED',
    'PROVIDER_REFUSED',
    'NOT_FOUND_AT_PROVIDER',
    'REQUEST_EXPIRED',
    'COMPENSATED',
  ],
  CANCEL_PENDING: ['IN_PROGRESS', 'OUTCOME_UNKNOWN', 'QUEUED'],
  CANCELLED: ['BY_CLIENT', 'BY_HOTEL', 'BY_PROVIDER', 'BY_OPERATIONS'],
  COMPLETED: [],
  NO_SHOW: [],
} as const satisfies Record<BookingState, readonly string[]>;

export const STATUS_REASONS = [
  'IN_PROGRESS',
  'OUTCOME_UNKNOWN',
  'QUEUED',
  'SOLD_OUT',
  'PRICE_CHANGED',
  'PROVIDER_REFUSED',
  'NOT_FOUND_AT_PROVIDER',
  'REQUEST_EXPIRED',
  'COMPENSATED',
  'BY_CLIENT',
  'BY_HOTEL',
  'BY_PROVIDER',
  'BY_OPERATIONS',
] as const satisfies readonly (typeof REASONS_BY_STATE)[BookingState][number][];
export type StatusReason = (typeof STATUS_REASONS)[number];

/** Reasons why the outcome is not known yet. */
export const RESOLUTION_REASONS = ['IN_PROGRESS', 'OUTCOME_UNKNOWN', 'QUEUED', 'AWAITING_HOTEL'] as const;

export const ACTORS = ['CLIENT', 'PROVIDER', 'SERVICE', 'OPERATOR'] as const;
export type Actor = (typeof ACTORS)[number];
