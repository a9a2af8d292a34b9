import { listProperties, showInventory } from '@serai/contract/account/inventory.ts';
import { showCalendar } from '@serai/contract/account/inventory-calendar.ts';
import type { z } from 'zod';
import { addDays, dateAt } from '../../platform/time/civil-date.ts';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { printable, type Style } from '../text/style.ts';
import { facts, table } from '../text/table.ts';
import { inventorySetCommand } from './inventory-set.ts';

const DEFAULT_NIGHTS = 14;

type Calendar = z.output<typeof showCalendar.output>;
type Inventory = z.output<typeof showInventory.output>;
type RateNight = Calendar['rooms'][number]['plans'][number]['nights'][number];

export const INVENTORY_COMMANDS: readonly Command[] = [
  operationCommand(listProperties, {
    name: 'inventory list',
    examples: ['serai inventory list', 'serai inventory list --environment production --json'],
    empty: 'No hotel has own inventory. Load it with serai import inventory.',
    render: ({ properties }, { style }) =>
      table(
        ['ID', 'NAME', 'ROOMS', 'PLANS', 'CURRENCY', 'NIGHTS'],
        properties.map(({ hotelId, name, rooms, plans, currency, firstNight, lastNight }) => [
          hotelId,
          name,
          String(rooms),
          String(plans),
          currency,
          firstNight === null ? 'none' : `${firstNight} to ${lastNight}`,
        ]),
        style,
      ),
  }),
  operationCommand(showInventory, {
    note: 'Policies, taxes and fees are shown only with --json.',
    examples: ['serai inventory show htl_casa_luna', 'serai inventory show htl_casa_luna --json'],
    render: (data, { style }) => inventoryText(data, style),
  }),
  operationCommand(showCalendar, {
    options: {
      from: { required: false, description: 'The first night. Default: today.' },
      to: { required: false, description: 'The last night. By default, two weeks are shown.' },
    },
    complete(input, nowMs) {
      const from = input.from ?? dateAt(nowMs, 0);
      const lastNight = Number.isNaN(Date.parse(from)) ? from : addDays(from, DEFAULT_NIGHTS - 1);
      return { from, to: input.to ?? lastNight };
    },
    examples: ['serai inventory calendar htl_casa_luna --from 2027-06-01 --to 2027-06-30 --room DBL'],
    render: (data, { style }) => calendarText(data, style),
  }),
  inventorySetCommand,
];

function inventoryText(
  { hotel, document, roomNames, firstNight, lastNight }: Inventory,
  style: Style,
): string {
  const nameOf = (code: string) => roomNames.find(({ roomCode }) => roomCode === code)?.name ?? '';
  const rooms = document.rooms.map(({ roomCode, baseOccupancy, maxTotal }) => [
    roomCode,
    nameOf(roomCode),
    String(baseOccupancy),
    String(maxTotal),
  ]);
  const plans = document.plans.map(plan => [
    plan.code,
    Object.values(plan.name)[0] ?? '',
    plan.board,
    plan.priceModel,
    plan.derivedFrom?.plan ?? '',
    plan.cancellationPolicy ?? 'non-refundable',
    plan.active === false ? 'inactive' : 'active',
  ]);
  return [
    facts(
      [
        ['Hotel', `${hotel.name} (${hotel.hotelId}), ${hotel.status}`],
        ['Currency', document.currency],
        ['Nights', firstNight === null ? 'none' : `${firstNight} to ${lastNight}`],
      ],
      style,
    ),
    table(['ROOM', 'NAME', 'BASE', 'MAX'], rooms, style),
    table(['PLAN', 'NAME', 'BOARD', 'PRICES', 'DERIVED FROM', 'POLICY', 'STATE'], plans, style),
  ].join('\n');
}

function calendarText({ rooms, currency }: Calendar, style: Style): string {
  return rooms
    .map(room => {
      const title = `${style.bold(printable(room.roomCode))} ${printable(room.name)}, ${currency}\n`;
      const head = ['NIGHT', 'ROOMS', 'SOLD', 'HELD', 'FREE', ...room.plans.map(({ planCode }) => planCode)];
      const rows = nightsOf(room).map(night => {
        const cell = room.nights.find(one => one.night === night);
        return [
          night,
          ...[cell?.allotment, cell?.sold, cell?.held, cell?.free].map(count => String(count ?? '-')),
          ...room.plans.map(({ nights }) => rateText(nights.find(one => one.night === night))),
        ];
      });
      return `${title}${rows.length === 0 ? 'No allotments or prices are set.\n' : table(head, rows, style)}\n`;
    })
    .join('');
}

function nightsOf({ nights, plans }: Calendar['rooms'][number]): string[] {
  const all = [...nights, ...plans.flatMap(plan => plan.nights)].map(({ night }) => night);
  return [...new Set(all)].sort();
}

function rateText(cell: RateNight | undefined): string {
  if (cell === undefined) return '-';
  const byAdults = Object.entries(cell.byAdults ?? {}).map(([adults, amount]) => `${adults}:${amount}`);
  return [
    cell.amount ?? (byAdults.join(' ') || 'no price'),
    cell.stopSell ? 'stop' : '',
    cell.closedToArrival ? 'no arrival' : '',
    cell.closedToDeparture ? 'no departure' : '',
    cell.minStayArrival ? `min ${cell.minStayArrival}` : '',
    cell.minStayThrough ? `min ${cell.minStayThrough} if included` : '',
    cell.maxStay ? `max ${cell.maxStay}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
