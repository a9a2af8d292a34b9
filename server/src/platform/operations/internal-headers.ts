/**
 * Headers between gateway and backend, in both directions. Only a gateway can sign a token, so the backend may trust
 * these headers if the token is valid. The gateway never forwards them from or to a client.
 */
export const CLIENT_ADDRESS = 'x-serai-client-address';
export const ARRIVED_AT = 'x-serai-arrived-at';
/** A duration, because the clocks of two machines differ. */
export const TIME_LEFT = 'x-serai-time-left';

export const UCP_SESSION = 'x-serai-ucp-session';

export const ERROR_CODE = 'x-serai-code';
export const BOOKING_ID = 'x-serai-booking-id';
export const PROVIDER_US = 'x-serai-provider-us';
export const TRAFFIC_CLASS = 'x-serai-traffic-class';
/** Set if the request was rejected before any work was done: `class` or `request`. */
export const SHED = 'x-serai-shed';

/** The headers that a backend may send to a client. */
export const ANSWER_HEADERS = [
  'content-type',
  'retry-after',
  'etag',
  'cache-control',
  'idempotency-replayed',
  'deprecation',
  'sunset',
] as const;
