/** Pure. The exchanges of an audited answer: bodies beyond the limit of the whole answer are left out, the oldest first, and marked. */
import { MAX_AUDIT_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';

export function shownExchanges(exchanges: readonly ProviderExchange[]): { transactions: ProviderExchange[] } {
  let left = MAX_AUDIT_BYTES;
  const fit = <Message extends { body: string | null; truncated: boolean }>(message: Message): Message => {
    const size = message.body === null ? 0 : Buffer.byteLength(message.body);
    if (size > left) return { ...message, body: null, truncated: true };
    left -= size;
    return message;
  };
  const newestFirst = exchanges.toReversed().map(({ request, response, ...rest }) => ({
    ...rest,
    request: fit(request),
    response: response && fit(response),
  }));
  return { transactions: newestFirst.reverse() };
}
