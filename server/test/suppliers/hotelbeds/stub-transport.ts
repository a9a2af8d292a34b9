/** Returns fixed bodies for the requests of the Hotelbeds adapter, without a network. */
import type { HotelbedsOptions } from '../../../src/booking/suppliers/hotelbeds/adapter.ts';
import type { OutboundRequest } from '../../../src/platform/outbound/outbound-client.ts';

export type StubOperation = 'search' | 'quote' | 'book' | 'list' | 'detail' | 'cancel' | 'cancelQuote';

export function operationOf({ method, url }: Pick<OutboundRequest, 'method' | 'url'>): StubOperation {
  if (method === 'DELETE')
    return url.searchParams.get('cancellationFlag') === 'SIMULATION' ? 'cancelQuote' : 'cancel';
  if (url.pathname.endsWith('/hotels')) return 'search';
  if (url.pathname.endsWith('/checkrates')) return 'quote';
  if (!url.pathname.endsWith('/bookings')) return 'detail';
  return method === 'POST' ? 'book' : 'list';
}

/** Responds to each operation with status 200 and the given text. */
export function stubTransport(textOf: (operation: StubOperation) => string): HotelbedsOptions['client'] {
  return {
    send: async request => ({
      kind: 'RESPONSE',
      status: 200,
      headers: {},
      text: textOf(operationOf(request)),
    }),
  };
}
