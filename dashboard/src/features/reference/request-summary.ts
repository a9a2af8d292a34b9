/** What a request of a booking step asks for, in a few words, so that its JSON can stay folded. Pure. */
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { formatStayWithYear } from '../../lib/format/stay.ts';

/** What this page reads of a body. The user writes it, so everything may be missing. */
interface Body {
  checkIn?: string;
  checkOut?: string;
  occupancies?: { adults?: number; childAges?: number[] }[];
  hotelIds?: string[];
  holder?: { firstName?: string; lastName?: string };
  rooms?: unknown[];
  expectedPrice?: { amount: string; currency: string };
  maxPenalty?: { amount: string; currency: string };
  mode?: string;
}

/** For example `17–20 Jan 2027, 2 adults, 1 hotel`. Undefined for operations that are not a step. */
export function requestSummary(operation: string, text: string): string | undefined {
  try {
    return partsOf(operation, JSON.parse(text) as Body)
      ?.filter(part => part !== undefined && part !== '')
      .join(', ');
  } catch {
    return undefined;
  }
}

function partsOf(operation: string, body: Body): (string | undefined)[] | undefined {
  switch (operation) {
    case 'availability':
      return searchParts(body);
    case 'prebooking':
      return ['Price and availability of one offer'];
    case 'booking': {
      const { holder, rooms = [], expectedPrice } = body;
      const name = [holder?.firstName, holder?.lastName].filter(Boolean).join(' ');
      return [name, counted(rooms.length, 'room'), expectedPrice && formatMoney(expectedPrice)];
    }
    case 'cancel':
      if (body.mode === 'QUOTE') return ['The penalty of one booking'];
      return [
        'One booking',
        body.maxPenalty ? `penalty up to ${formatMoney(body.maxPenalty)}` : 'only if it is free of charge',
      ];
    default:
      return undefined;
  }
}

function searchParts({ checkIn, checkOut, occupancies = [], hotelIds }: Body): (string | undefined)[] {
  const adults = occupancies.reduce((sum, room) => sum + (room.adults ?? 0), 0);
  const children = occupancies.reduce((sum, room) => sum + (room.childAges?.length ?? 0), 0);
  return [
    checkIn && checkOut ? formatStayWithYear({ checkIn, checkOut }) : undefined,
    adults > 0 ? counted(adults, 'adult') : undefined,
    children === 1 ? '1 child' : children > 1 ? `${formatNumber(children)} children` : undefined,
    occupancies.length > 1 ? counted(occupancies.length, 'room') : undefined,
    hotelIds && counted(hotelIds.length, 'hotel'),
  ];
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
