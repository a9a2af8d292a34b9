/**
 * What to do after a try failed. A 5xx from booking promises that nothing was sent, so the gateway may not invent one:
 * once a booking or cancel has left us, only a backend's word or silence is truthful.
 */
import type { TrafficClass } from '@serai/contract/operation.ts';

export interface Failure {
  trafficClass: TrafficClass;
  /** Whether a byte of this try may have reached a backend. */
  sent: boolean;
  /** The same of any try so far. */
  everSent: boolean;
  /** Tries made, this one included. */
  tries: number;
  leftMs: number;
}

export function afterFailure(failure: Failure): 'resend' | 'unavailable' | 'silence' {
  const { trafficClass, sent, everSent, tries, leftMs } = failure;
  if (trafficClass === 'book') {
    // References make a repetition safe, so every node is tried until time is up.
    if (leftMs > 0) return 'resend';
    return everSent ? 'silence' : 'unavailable';
  }
  if (leftMs <= 0 || tries > 1) return 'unavailable';
  // A quote may hold rooms at the provider: never twice.
  if (trafficClass === 'quote' && sent) return 'unavailable';
  return 'resend';
}
