/** Turns what a supplier recorded of its messages into audit records. Pure. */
import { MAX_AUDIT_BODY_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Exchange } from '../port/call.ts';

type Head = Pick<ProviderExchange, 'provider' | 'operation' | 'attempt' | 'durationMs' | 'outcome'> & {
  startedAtMs: number;
};

/** A call of which nothing was recorded leaves a record too. */
const NOTHING: Exchange = {
  request: { method: null, target: null, headers: {}, body: null, truncated: false },
  response: null,
};

export function providerExchanges(head: Head, exchanges: readonly Exchange[]): ProviderExchange[] {
  const { startedAtMs, ...rest } = head;
  return (exchanges.length === 0 ? [NOTHING] : exchanges).map(({ request, response }) => ({
    ...rest,
    startedAt: isoTime(startedAtMs),
    request: cutBody(request),
    response: response && cutBody(response),
  }));
}

function cutBody<Message extends { body: string | null; truncated: boolean }>(message: Message): Message {
  const { body } = message;
  if (body === null || Buffer.byteLength(body) <= MAX_AUDIT_BODY_BYTES) return message;
  const bytes = Buffer.from(body).subarray(0, MAX_AUDIT_BODY_BYTES);
  // A character cut in two becomes one sign of its own; it is dropped.
  return { ...message, body: bytes.toString('utf8').replace(/\uFFFD$/, ''), truncated: true };
}
