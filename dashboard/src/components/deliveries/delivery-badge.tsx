import { Badge } from '../badge.tsx';
import { DELIVERY_STATUSES, type Delivery, statusWords } from './delivery-words.ts';

export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  return <Badge tone={DELIVERY_STATUSES[delivery.status].tone}>{statusWords(delivery)}</Badge>;
}
