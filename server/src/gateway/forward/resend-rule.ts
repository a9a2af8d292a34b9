/**
 * Decides what to do after a failed attempt. A 5xx response to a booking guarantees that nothing was sent to a
 * provider. If a booking or cancellation may have reached a backend, the gateway therefore returns a backend's response
 * or closes the connection.
 */
import type { TrafficClass } from '@serai/contract/operation.ts';

export interface Failure {
  trafficClass: TrafficClass;
  /** True if a byte of this attempt may have reached a backend. */
  sent: boolean;
  /** True if a byte of any attempt so far may have reached a backend. */
  everSent: boolean;
  /** Number of attempts, including this one. */
  tries: number;
  leftMs: number;
  /** The backend was overloaded or did not accept the token, and rejected the request without doing any work. */
  isShed: boolean;
  /** Number of other backends that may accept such a request. */
  others: number;
}

export function afterFailure(failure: Failure): 'resend' | 'unavailable' | 'silence' {
  const { trafficClass, sent, everSent, tries, leftMs, isShed, others } = failure;
  // Resending does not help an overloaded backend. But if an earlier attempt may have succeeded, its outcome must still
  // be determined.
  if (isShed && !everSent) return others > 0 && leftMs > 0 ? 'resend' : 'unavailable';
  // A tool call that may have reached a backend is never sent again. The agent decides with the same client reference.
  if (trafficClass === 'agent' && everSent) return 'silence';
  if (trafficClass === 'book') {
    // The client reference makes retries safe, so all nodes are tried until the deadline.
    if (leftMs > 0) return 'resend';
    return everSent ? 'silence' : 'unavailable';
  }
  if (leftMs <= 0 || tries > 1) return 'unavailable';
  // A quote may hold rooms at the provider, so it is never sent twice.
  if (trafficClass === 'quote' && sent) return 'unavailable';
  return 'resend';
}
