import { showCalendar } from '@serai/contract/account/inventory-calendar.ts';
import type { z } from 'zod';
import { addDays, dateAt } from '../../platform/time/civil-date.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { printable } from '../text/style.ts';
import { table } from '../text/table.ts';
import { ENVIRONMENT_OPTION } from './list.ts';

const DEFAULT_NIGHTS = 14;

type Calendar = z.output<typeof showCalendar.output>;
type RateNight = Calendar['rooms'][number]['plans'][number]['nights'][number];

export const inventoryCalendarCommand = defineCommand({
  name: 'inventory calendar',
  summary: 'Show rooms, prices and restrictions night by night.',
  description:
    'Derived prices are reckoned. A night with rooms but without a price of a plan is not sold by that plan.',
  args: ['hotelId'],
  remote: true,
  options: {
    environment: ENVIRONMENT_OPTION,
    from: { type: 'string', value: '<date>', description: 'The first night, today when absent.' },
    to: { type: 'string', value: '<date>', description: 'The last night, two weeks later when absent.' },
    room: { type: 'string', value: '<roomCode>', description: 'Only this room type.' },
  },
  examples: ['serai inventory calendar htl_casa_luna --from 2027-06-01 --to 2027-06-30 --room DBL'],
  async run({ args, options, client, json, terminal, style, clock }) {
    const from = options.from ?? dateAt(clock.nowMs(), 0);
    const { data, text } = await client().call(showCalendar, {
      environment: parseEnvironment(options.environment ?? 'sandbox'),
      hotelId: args[0] as string,
      from,
      // A wrong date is the service's to refuse.
      to: options.to ?? (Number.isNaN(Date.parse(from)) ? from : addDays(from, DEFAULT_NIGHTS - 1)),
      ...(options.room !== undefined && { roomCode: options.room }),
    });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    for (const room of data.rooms) {
      terminal.out(`${style.bold(printable(room.roomCode))} ${printable(room.name)}, ${data.currency}\n`);
      const rows = nightsOf(room).map(night => {
        const cell = room.nights.find(one => one.night === night);
        return [
          ...[night, `${cell?.allotment ?? '-'}`, `${cell?.sold ?? '-'}`, `${cell?.held ?? '-'}`],
          `${cell?.free ?? '-'}`,
          ...room.plans.map(({ nights }) => rateText(nights.find(one => one.night === night))),
        ];
      });
      const head = ['NIGHT', 'ROOMS', 'SOLD', 'HELD', 'FREE', ...room.plans.map(({ planCode }) => planCode)];
      terminal.out(rows.length === 0 ? 'Nothing is set.\n\n' : `${table(head, rows, style)}\n`);
    }
    return EXIT.ok;
  },
});

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
    cell.minStayThrough ? `min through ${cell.minStayThrough}` : '',
    cell.maxStay ? `max ${cell.maxStay}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
