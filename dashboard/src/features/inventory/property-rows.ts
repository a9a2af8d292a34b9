/** All rows of a property, whether their nights are loaded or not: names, the plan that a plan follows, and fields. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import { type Calendar, GRID_FIELDS, kindOf, rowKey } from './calendar.ts';
import { nameOf, planName } from './terms/plan-words.ts';

type Property = Output<'inventory/show'>;
type Plan = Property['document']['plans'][number];

export interface PropertyRow {
  key: string;
  room: { roomCode: string; name: string };
  /** Undefined for the allotment of the room type. */
  plan: { planCode: string; name: string; priceModel: Plan['priceModel'] } | undefined;
  /** The code of the plan whose values apply where this plan sets none. */
  parent: string | undefined;
  parentName: string | undefined;
  /** Whether the plan is derived from its parent with a discount. */
  isDiscounted: boolean;
  /** The board supplement for each adult, if any. */
  supplement: string | undefined;
  fields: readonly string[];
}

const RESTRICTIONS = GRID_FIELDS.map(([name]) => name).filter(
  name => name !== 'price' && name !== 'extraAdult',
);

/** In the order of the calendar: each room type with its rate plans. */
export function propertyRows({
  document,
  roomNames,
}: Pick<Property, 'document' | 'roomNames'>): PropertyRow[] {
  return document.rooms.flatMap(({ roomCode, maxAdults }): PropertyRow[] => {
    const room = { roomCode, name: roomNames.find(one => one.roomCode === roomCode)?.name ?? roomCode };
    const allotment = {
      parent: undefined,
      parentName: undefined,
      isDiscounted: false,
      supplement: undefined,
      fields: ['total'],
    };
    return [
      { key: rowKey(roomCode), room, plan: undefined, ...allotment },
      ...document.plans
        .filter(({ rooms }) => rooms.includes(roomCode))
        .map(plan => ({
          key: rowKey(roomCode, plan.code),
          room,
          plan: { planCode: plan.code, name: nameOf(plan.name) || plan.code, priceModel: plan.priceModel },
          parent: plan.derivedFrom?.plan,
          parentName: plan.derivedFrom && planName(document, plan.derivedFrom.plan),
          isDiscounted: isDiscount(plan.derivedFrom),
          supplement: plan.supplement?.adult,
          fields: [...priceFields(plan, maxAdults), ...RESTRICTIONS],
        })),
    ];
  });
}

/** The same rooms and plans without values, while the values of other nights or of another room type load. */
export function unknownCalendar(
  { document, roomNames }: Pick<Property, 'document' | 'roomNames'>,
  roomCode: string | undefined,
): Pick<Calendar, 'currency' | 'rooms'> {
  const { currency, rooms, plans } = document;
  return {
    currency,
    rooms: rooms
      .filter(room => roomCode === undefined || room.roomCode === roomCode)
      .map(({ roomCode: code, maxAdults, maxTotal }) => ({
        roomCode: code,
        name: roomNames.find(one => one.roomCode === code)?.name ?? code,
        nights: [],
        plans: plans
          .filter(plan => plan.rooms.includes(code))
          .map(plan => ({
            planCode: plan.code,
            name: nameOf(plan.name) || plan.code,
            board: plan.board,
            priceModel: plan.priceModel,
            active: plan.active,
            guestAdults: Math.min(2, maxAdults, maxTotal),
            derivedFrom: plan.derivedFrom?.plan ?? null,
            nights: [],
          })),
      })),
  };
}

function priceFields({ priceModel }: Plan, maxAdults: number): string[] {
  if (priceModel !== 'PER_OCCUPANCY') return ['amount', 'extraAdult'];
  return Array.from({ length: maxAdults }, (_, i) => `byAdults.${i + 1}`);
}

/** Either a percentage or an amount. */
function isDiscount(derivation: Plan['derivedFrom']): boolean {
  return Number(derivation?.percent ?? derivation?.amount ?? 0) < 0;
}

export function rowName({ room, plan }: Pick<PropertyRow, 'room' | 'plan'>): string {
  return plan === undefined ? room.name : `${plan.name}, ${room.name}`;
}

const ORDER = { amount: 1, flag: 2, count: 3 } as const;

/** The fields of any of the rows: allotment, prices, closures, lengths of stay. */
export function fieldsOf(rows: readonly PropertyRow[]): string[] {
  const rank = (field: string) => (field === 'total' ? 0 : ORDER[kindOf(field)]);
  return [...new Set(rows.flatMap(({ fields }) => fields))].sort((a, b) => rank(a) - rank(b));
}
