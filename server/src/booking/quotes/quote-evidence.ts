/** Selects the exchanges of a quote that are kept as evidence, because they show the price and terms that the supplier quoted. Pure. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';

/** Longer bodies are truncated. A quote that had to search again contains a whole search result. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Only requests over HTTP are kept. Own inventory and the test providers are part of the installation, so their
 * responses prove nothing.
 */
export function quoteEvidence(
  exchanges: readonly ProviderExchange[],
  provider: string,
): readonly ProviderExchange[] {
  return exchanges
    .filter(each => each.operation === 'quote' && each.provider === provider && each.request.method !== null)
    .map(each => ({ ...each, request: cut(each.request), response: each.response && cut(each.response) }));
}

function cut<Message extends { body: string | null; truncated: boolean }>(message: Message): Message {
  const { body } = message;
  if (body === null || Buffer.byteLength(body) <= MAX_BODY_BYTES) return message;
  const text = Buffer.from(body).subarray(0, MAX_BODY_BYTES).toString('utf8');
  // A multi-byte character that was cut in half decodes to a replacement character, which is dropped.
  return { ...message, body: text.replace(/\uFFFD$/, ''), truncated: true };
}
