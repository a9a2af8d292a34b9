/** A file of own inventory to begin with: every room of a hotel, one plan that can be cancelled, and a year of nights. */

export interface TemplateRoom {
  roomCode: string;
  status: string;
  occupancy: { maxTotal: number; maxAdults: number; maxChildren: number };
}

const NIGHTS = 365;
const MOST_PEOPLE = 20;
const DAY_MS = 86_400_000;

/** JSON Lines. `today` is a date; the nights begin there. */
export function inventoryTemplate(hotelId: string, rooms: readonly TemplateRoom[], today: string): string {
  const sold = rooms.filter(({ status }) => status === 'ACTIVE');
  const to = new Date(Date.parse(today) + (NIGHTS - 1) * DAY_MS).toISOString().slice(0, 10);
  const codes = sold.map(({ roomCode }) => roomCode);
  const property = {
    type: 'property',
    hotelId,
    currency: 'EUR',
    rooms: sold.map(({ roomCode, occupancy }) => ({
      roomCode,
      baseOccupancy: Math.min(2, occupancy.maxAdults),
      maxAdults: Math.min(MOST_PEOPLE, occupancy.maxAdults),
      maxChildren: Math.min(MOST_PEOPLE, occupancy.maxChildren),
      maxTotal: Math.min(MOST_PEOPLE, occupancy.maxTotal),
      extraAdult: '30.00',
    })),
    plans: [
      {
        ...{ code: 'FLEX', name: { en: 'Flexible' }, board: 'RO', priceModel: 'PER_ROOM', rooms: codes },
        cancellationPolicy: 'TWO_DAYS',
      },
      {
        ...{ code: 'SAVER', name: { en: 'Saver' }, board: 'RO', priceModel: 'PER_ROOM', rooms: codes },
        derivedFrom: { plan: 'FLEX', percent: '-10' },
      },
    ],
    cancellationPolicies: [
      {
        code: 'TWO_DAYS',
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      },
    ],
  };
  const nights = sold.flatMap(({ roomCode }, i) => [
    { type: 'allotment', hotelId, roomCode, from: today, to, total: 5 },
    { type: 'rate', hotelId, planCode: 'FLEX', roomCode, from: today, to, amount: `${100 + i * 20}.00` },
  ]);
  return `${[property, ...nights].map(line => JSON.stringify(line)).join('\n')}\n`;
}
