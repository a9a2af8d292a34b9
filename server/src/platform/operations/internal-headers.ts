/**
 * Headers between gateway and backend, both ways. Only a gateway can sign a token, so beside a valid one the backend
 * may believe them; the gateway never passes them on from outside, nor out to a client.
 */
export const CLIENT_ADDRESS = 'x-serai-client-address';
export const ARRIVED_AT = 'x-serai-arrived-at';
/** A span, not a moment: clocks differ. */
export const TIME_LEFT = 'x-serai-time-left';

export const ERROR_CODE = 'x-serai-code';
export const BOOKING_ID = 'x-serai-booking-id';
export const PROVIDER_US = 'x-serai-provider-us';
/** Present when the request was turned away before anything was done for it: `class` or `request`. */
export const SHED = 'x-serai-shed';

/** What a backend may say to a client. */
export const ANSWER_HEADERS = [
  'content-type',
  'retry-after',
  'etag',
  'cache-control',
  'idempotency-replayed',
  'deprecation',
  'sunset',
] as const;
