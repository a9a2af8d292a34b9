import { explainMatch } from '@serai/contract/account/explain-match.ts';
import { listHotels, showHotel } from '@serai/contract/account/hotels.ts';
import { searchPlaces } from '@serai/contract/account/places.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { facts, table } from '../text/table.ts';

type ShownHotel = z.output<typeof showHotel.output>;

export const HOTEL_COMMANDS: readonly Command[] = [
  operationCommand(listHotels, {
    options: { environment: { default: 'sandbox' } },
    examples: [
      'serai hotels list --query "casa luna"',
      'serai hotels list --environment production --country ES',
    ],
    empty: 'No hotel matches.',
    render: ({ hotels }, { style }) =>
      table(
        ['ID', 'SOURCE ID', 'NAME', 'PLACE', 'CATEGORY', 'ROOMS', 'INVENTORY', 'STATUS'],
        hotels.map(hotel => [
          hotel.hotelId,
          hotel.sourceId ?? '',
          hotel.name,
          [hotel.city, hotel.countryCode].filter(Boolean).join(', '),
          hotel.categoryCode ?? '',
          String(hotel.rooms),
          hotel.ownInventory ? 'own' : '',
          hotel.status,
        ]),
        style,
      ),
  }),
  operationCommand(showHotel, {
    note: 'Texts, facilities and pictures are shown only with --json.',
    examples: ['serai hotels show htl_casa_luna', 'serai hotels show htl_casa_luna --language es --json'],
    render(data, { style }) {
      const rooms = data.rooms.map(({ roomCode, name, occupancy, status }) => [
        roomCode,
        name,
        `${occupancy.maxAdults} adult${occupancy.maxAdults === 1 ? '' : 's'}, ${occupancy.maxTotal} in total`,
        status,
      ]);
      const roomTable =
        rooms.length > 0 ? `\n${table(['ROOM', 'NAME', 'GUESTS', 'STATUS'], rooms, style)}` : '';
      return `${facts(factsOf(data), style)}${roomTable}`;
    },
  }),
];

export const PLACE_COMMANDS: readonly Command[] = [
  operationCommand(searchPlaces, {
    args: [{ name: 'query', fields: ['query'], rest: true }],
    examples: ['serai places search barce', 'serai places search new york --type city,airport --json'],
    empty: 'No place matches.',
    render: ({ places }, { style }) =>
      table(
        ['PLACE', 'TYPE', 'CODE', 'ID', 'HOTELS', 'SCORE', 'WHY'],
        places.map(place => [
          place.displayName,
          place.type.toLowerCase(),
          place.iataCode ?? '',
          place.placeId,
          String(place.hotelCount),
          place.score.toFixed(3),
          explainMatch(place),
        ]),
        style,
      ),
  }),
];

function factsOf({ hotel, providers, ownInventory }: ShownHotel): [string, string][] {
  const { street, postalCode, city, countryCode } = hotel.address;
  return [
    ['Hotel', hotel.hotelId],
    ['Name', hotel.name],
    ['Status', hotel.status],
    [
      'Address',
      [street, [postalCode, city].filter(Boolean).join(' '), countryCode].filter(Boolean).join(', '),
    ],
    ['Category', hotel.categoryCode ?? 'unknown'],
    ['Sold by', providers.join(', ') || 'no provider'],
    ['Own inventory', ownInventory ? `yes: serai inventory show ${hotel.hotelId}` : 'no'],
  ];
}
