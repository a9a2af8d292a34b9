/** What was told about one booking, for those who show bookings. */
import type { delivery } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { listDeliveries } from '../deliveries/delivery-list-store.ts';
import { deliveryView } from './stored-views.ts';

/** As many as `bookings/show` promises. */
const MOST = 100;

/** The newest first. */
export async function deliveriesOf(
  db: Database,
  seal: Seal,
  organisationId: string,
  bookingId: string,
): Promise<z.input<typeof delivery>[]> {
  const found = await listDeliveries(db, seal, { organisationId, bookingId, limit: MOST });
  return found.map(deliveryView);
}
