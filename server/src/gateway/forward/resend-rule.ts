/**
 * What to do after a try failed. A 5xx from booking with our envelope promises that nothing was sent, so the gateway may not invent one:
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
  /** The backend was overloaded and turned the request away; nothing was done for it. */
  isShed: boolean;
  /** Backends that are not known to turn such requests away. */
  others: number;
}

export function afterFailure(failure: Failure): 'resend' | 'unavailable' | 'silence' {
  const { trafficClass, sent, everSent, tries, leftMs, isShed, others } = failure;
  // Who is overloaded is not helped by being asked again, and one who may have acted already must still be heard.
  if (isShed && !everSent) return others > 0 && leftMs > 0 ? 'resend' : 'unavailable';
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
