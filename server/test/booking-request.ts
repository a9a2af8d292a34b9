/** Builds the request that a partner sends to book a quote, with two guests per room. */

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is answered
export type Loose = any;

export function bookingRequest(quote: Loose, clientReference: string): Record<string, unknown> {
  return {
    quoteId: quote.quoteId,
    clientReference,
    holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' },
    rooms: quote.offer.rooms.map(({ roomRef }: { roomRef: number }) => ({
      roomRef,
      guests: [
        { type: 'ADULT', firstName: 'Ada', lastName: 'Moreno' },
        { type: 'ADULT', firstName: 'Luis', lastName: 'Moreno' },
      ],
    })),
    expectedPrice: quote.offer.price.net,
  };
}
