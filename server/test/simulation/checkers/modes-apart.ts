/** I8: no test booking reaches a live supplier, and no live booking reaches a test supplier. */
import { referenceOf } from '../../../src/booking/bookings/booking.ts';
import type { Checker } from './run-facts.ts';

export const modesApart: Checker = ({ suppliers, bookings, quotes, wantedTestMode }) => {
  const faults: string[] = [];
  const modes = new Map<string, boolean>();
  for (const { quote_id, test_mode } of quotes) modes.set(quote_id, test_mode);
  for (const { booking_id, test_mode, environment, client_reference } of bookings) {
    modes.set(referenceOf(booking_id), test_mode);
    if (environment === 'sandbox' && !test_mode)
      faults.push(`I8: ${client_reference} is a live booking in the sandbox`);
    if (wantedTestMode.get(client_reference) !== test_mode) {
      faults.push(
        `I8: ${client_reference} is a ${test_mode ? 'test' : 'live'} booking, which the client did not request`,
      );
    }
  }
  for (const { traits, ledger } of suppliers) {
    for (const { about, operation } of ledger.sent) {
      const testMode = modes.get(about);
      if (testMode !== undefined && testMode !== (traits.kind === 'TEST')) {
        faults.push(`I8: ${operation} for ${about} reached ${traits.code}, which belongs to the other mode`);
      }
    }
  }
  return faults;
};
