import { expect, it } from 'vitest';
import { sdkProgram } from './sdk-program.ts';

const search = {
  operation: 'availability',
  path: '/connect/hotels/v1/availability',
  body: { checkIn: '2027-03-12', hotelIds: ['htl_a'], occupancies: [{ adults: 2 }] },
  keeps: [{ name: 'offer', member: 'hotels[0].offers[0].offerId' }],
  status: 200,
};
const quote = {
  operation: 'prebooking',
  path: '/connect/hotels/v1/prebooking',
  body: { offerId: '$offer' },
  keeps: [],
  status: 409,
};

it('the SDK program passes values from one response to the next request', () => {
  const program = sdkProgram([search, quote], 'http://127.0.0.1:8080');
  expect(program).toContain("new Serai({ baseUrl: 'http://127.0.0.1:8080' })");
  expect(program).toContain("checkIn: '2027-03-12'");
  expect(program).toContain('adults: 2');
  expect(program).toContain('offerId: search.hotels[0].offers[0].offerId');
  expect(program).toMatch(/console\.log\(quote\);\n$/);
  expect(program).not.toContain('"');
});

it('the SDK program uses a new client reference for each booking', () => {
  const booking = { ...quote, operation: 'booking', body: { clientReference: '$reference' } };
  expect(sdkProgram([booking], 'http://x')).toContain("clientReference: 'TRY-' + Date.now()");
});

it('the SDK program calls quoteCancellation for a cancellation quote', () => {
  const cost = { ...quote, operation: 'cancel', body: { bookingId: 'bkg_1', mode: 'QUOTE' } };
  expect(sdkProgram([cost], 'http://x')).toMatch(
    /bookings\.quoteCancellation\(\{\s+bookingId: 'bkg_1'\s+\}\)/,
  );
});
