/** The values of Rapid's `Test` header that correspond to our scenarios. Only test accounts send them. Pure. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';

export type TestedOperation = 'search' | 'priceCheck' | 'book' | 'cancel';

const VALUES: Readonly<Record<TestedOperation, Partial<Record<ScenarioName, string>>>> = {
  search: { 'avail.all_error': 'service_unavailable', 'error.500': 'unknown_internal_error' },
  priceCheck: {
    'prebook.price_up': 'price_changed',
    'prebook.price_down': 'price_changed',
    'prebook.soldout': 'sold_out',
  },
  book: {
    'book.rejected': 'cc_declined',
    'book.soldout': 'rooms_unavailable',
    'book.price_changed': 'price_mismatch',
    'error.500': 'internal_server_error',
    'error.503': 'service_unavailable',
  },
  cancel: { 'cancel.refused': 'post_stay_cancel' },
};

/** Returns undefined if the scenario has no counterpart. The header is then omitted. */
export function testHeader(
  operation: TestedOperation,
  scenario: ScenarioName | undefined,
  kind: 'TEST' | 'LIVE',
): string | undefined {
  return scenario === undefined || kind === 'LIVE' ? undefined : VALUES[operation][scenario];
}
