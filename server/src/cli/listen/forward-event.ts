/** Posts an event to a URL, signed like a webhook delivery. Never throws. */
import { request } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import { eventHeaders } from '../../webhooks/sending/signing.ts';
import type { Event } from './tail-events.ts';

const TIMEOUT_MS = 15_000;

export interface Forwarding {
  url: string;
  secret: string;
  clock: Clock;
  signal: AbortSignal;
}

export interface Forwarded {
  /** Undefined if there was no response. */
  status?: number;
  text: string;
}

export async function forwardEvent(
  event: Event,
  { url, secret, clock, signal }: Forwarding,
): Promise<Forwarded> {
  const body = Buffer.from(JSON.stringify(event.payload));
  const startedMs = clock.monotonicMs();
  try {
    const response = await request(url, {
      method: 'POST',
      headers: eventHeaders({ eventId: event.eventId, body, secrets: [secret], nowMs: clock.nowMs() }),
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      reset: true,
      signal,
    });
    await response.body.dump();
    const { statusCode: status } = response;
    return { status, text: `${status} after ${Math.round(clock.monotonicMs() - startedMs)} ms` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      text: code === 'ECONNREFUSED' ? `nothing is listening at ${url}` : message || (code ?? 'no response'),
    };
  }
}
