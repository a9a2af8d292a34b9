/**
 * Releases the rooms held for a quote that can no longer be booked. Best effort: it never throws, because every hold also expires
 * at the provider.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Provider } from '../provider.ts';
import type { ProviderCalls } from '../providers/call-provider.ts';
import { isInventoryHeld } from './quote-store.ts';

interface Parts {
  calls: ProviderCalls;
  log: Log;
}

export interface HeldQuote {
  provider: Provider;
  organisationId: string;
  testMode: boolean;
  quoteId: string;
}

export async function releaseHold({ calls, log }: Parts, { quoteId, ...context }: HeldQuote): Promise<void> {
  const { code } = context.provider;
  try {
    const { kind } = await calls.release(context, quoteId);
    if (kind !== 'OK') log.warn({ provider: code, quoteId, outcome: kind }, 'hold not released');
  } catch (err) {
    log.error({ err, provider: code, quoteId }, 'hold not released');
  }
}

export async function releaseRejected(
  { db, ...parts }: Parts & { db: Database },
  provider: Provider,
  { status, quote_id: quoteId, organisation_id: organisationId, test_mode: testMode }: Booking,
): Promise<void> {
  if (status !== 'REJECTED') return;
  const isHeld = await isInventoryHeld(db, quoteId).catch(() => false);
  if (isHeld) await releaseHold(parts, { provider, organisationId, testMode, quoteId });
}
