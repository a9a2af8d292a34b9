/** The commands `serai hotels …`: the catalogue as the dashboard shows it. */
import { listHotels, showHotel } from '@serai/contract/account/hotels.ts';
import { RECORD_STATUSES } from '@serai/contract/content/content-record.ts';
import type { z } from 'zod';
import { type Command, defineCommand, type OptionSpecs } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment, parseWord } from '../frame/parse-option.ts';
import { facts, table } from '../text/table.ts';

const ENVIRONMENT = {
  type: 'string',
  value: '<name>',
  description: 'sandbox (the default) or production.',
} as const;

const LIST_OPTIONS = {
  environment: ENVIRONMENT,
  query: { type: 'string', value: '<words>', description: 'Beginnings of words of the name, or a hotel id.' },
  place: { type: 'string', value: '<placeId>', description: 'Only hotels in this place.' },
  country: { type: 'string', value: '<code>', description: 'Only this country, by its two letters.' },
  status: { type: 'string', value: '<status>', description: 'Only active, inactive or merged ones.' },
  limit: { type: 'string', value: '<number>', description: 'Hotels a page, 50 when absent.' },
  cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
} as const satisfies OptionSpecs;

const hotelsListCommand = defineCommand({
  name: 'hotels list',
  summary: 'Browse the hotel catalogue.',
  remote: true,
  options: LIST_OPTIONS,
  examples: [
    'serai hotels list --query "casa luna"',
    'serai hotels list --environment production --country ES',
  ],
  async run({ options, client, json, terminal, style }) {
    const { environment = 'sandbox', query, place, country, status, limit, cursor } = options;
    const { data, text } = await client().call(listHotels, {
      environment: parseEnvironment(environment),
      ...(query !== undefined && { query }),
      ...(place !== undefined && { canonicalCityId: place }),
      ...(country !== undefined && { countryCode: country.toUpperCase() }),
      ...(status !== undefined && { status: parseWord(status, '--status', RECORD_STATUSES) }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.hotels.length === 0) terminal.out('No hotel matches.\n');
    else {
      const rows = data.hotels.map(hotel => [
        ...[
          hotel.hotelId,
          hotel.sourceId ?? '',
          hotel.name,
          [hotel.city, hotel.countryCode].filter(Boolean).join(', '),
        ],
        ...[hotel.categoryCode ?? '', String(hotel.rooms), hotel.ownInventory ? 'own' : '', hotel.status],
      ]);
      terminal.out(
        table(['ID', 'SOURCE ID', 'NAME', 'PLACE', 'CATEGORY', 'ROOMS', 'INVENTORY', 'STATUS'], rows, style),
      );
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

const hotelsShowCommand = defineCommand({
  name: 'hotels show',
  summary: 'Show one hotel with its rooms and who sells it.',
  description: 'Texts, facilities and pictures are in --json alone.',
  args: ['hotelId'],
  remote: true,
  options: {
    environment: ENVIRONMENT,
    language: { type: 'string', value: '<tag>', description: 'Of the texts, English when absent.' },
  },
  examples: ['serai hotels show htl_casa_luna', 'serai hotels show htl_casa_luna --language es --json'],
  async run({ args, options, client, json, terminal, style }) {
    const { environment = 'sandbox', language } = options;
    const { data, text } = await client().call(showHotel, {
      environment: parseEnvironment(environment),
      hotelId: args[0] as string,
      ...(language !== undefined && { language }),
    });
    if (json) terminal.out(`${text}\n`);
    else {
      terminal.out(facts(factsOf(data), style));
      const rooms = data.rooms.map(({ roomCode, name, occupancy, status }) => [
        ...[roomCode, name, `${occupancy.maxAdults} adults, ${occupancy.maxTotal} in all`, status],
      ]);
      if (rooms.length > 0) terminal.out(`\n${table(['ROOM', 'NAME', 'PEOPLE', 'STATUS'], rooms, style)}`);
    }
    return EXIT.ok;
  },
});

function factsOf({ hotel, providers, ownInventory }: z.output<typeof showHotel.output>): [string, string][] {
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
    ['Sold by', providers.join(', ') || 'nobody'],
    ['Own inventory', ownInventory ? `yes: serai inventory show ${hotel.hotelId}` : 'no'],
  ];
}

export const HOTEL_COMMANDS: readonly Command[] = [hotelsListCommand, hotelsShowCommand];
