/** I4: no night of own inventory is oversold, and what is sold and held is what bookings and holds add up to. */
import type { ClusterFacts } from './cluster-facts.ts';

export function inventoryAddsUp({ cells }: ClusterFacts): string[] {
  return cells.flatMap(({ environment, hotel_id, night, room_code, total, sold, held, booked, kept }) => {
    const name = `I4: ${environment} ${hotel_id} ${room_code} ${night}`;
    return [
      ...(sold + held > total ? [`${name} has ${sold} sold and ${held} held of ${total}`] : []),
      ...(sold === booked ? [] : [`${name} has ${sold} sold and ${booked} booked`]),
      ...(held === kept ? [] : [`${name} has ${held} held and ${kept} in holds`]),
    ];
  });
}
