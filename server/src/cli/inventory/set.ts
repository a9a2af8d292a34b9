import { updateInventory } from '@serai/contract/account/inventory.ts';
import type { InventoryCell } from '@serai/contract/inventory/inventory-cells.ts';
import { checkCsvHead, parseCsvRecord } from '../../booking/suppliers/own-inventory/files/csv-record.ts';
import { defineCommand, type OptionSpecs, type OptionValues } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { counted } from '../frame/progress.ts';
import { printable } from '../text/style.ts';
import { ENVIRONMENT_OPTION } from './list.ts';

const OPTIONS = {
  environment: ENVIRONMENT_OPTION,
  room: { type: 'string', value: '<roomCode>', description: 'The room type. Required.' },
  plan: { type: 'string', value: '<planCode>', description: 'The plan; without it the rooms are set.' },
  from: { type: 'string', value: '<date>', description: 'The first night. Required.' },
  to: { type: 'string', value: '<date>', description: 'The last night, the first when absent.' },
  weekdays: { type: 'string', value: '<days>', description: 'Only these nights: FR|SA.' },
  set: {
    type: 'string',
    multiple: true,
    value: '<member=value>',
    description: 'What to set, by repetition; null takes a value away.',
  },
} as const satisfies OptionSpecs;

export const inventorySetCommand = defineCommand({
  name: 'inventory set',
  summary: 'Set rooms, prices or restrictions of some nights.',
  description:
    'Members are called as the columns of an inventory file: total without a plan; amount, stopSell, closedToArrival, closedToDeparture, minStayArrival, minStayThrough, maxStay and others with one. The next search sells the result.',
  args: ['hotelId'],
  remote: true,
  options: OPTIONS,
  examples: [
    'serai inventory set htl_casa_luna --room DBL --from 2027-06-01 --to 2027-06-30 --set total=5',
    'serai inventory set htl_casa_luna --room DBL --plan FLEX --from 2027-06-11 --set amount=145.00 --set stopSell=null',
  ],
  async run({ args, options, client, json, terminal }) {
    const hotelId = args[0] as string;
    const { data, text } = await client().call(updateInventory, {
      environment: parseEnvironment(options.environment ?? 'sandbox'),
      hotelId,
      cells: [cellOf(hotelId, options)],
    });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const { created, changed } = options.plan === undefined ? data.allotments : data.rates;
    terminal.out(
      created + changed === 0
        ? 'Nothing to change: all of it is so already.\n'
        : `Nights: ${counted(created)} created, ${counted(changed)} changed.\n`,
    );
    for (const { roomCode, night, excess } of data.exceeded) {
      terminal.err(`${printable(roomCode)} ${night}: ${excess} more sold or held than the new total.\n`);
    }
    return EXIT.ok;
  },
});

/** As a row of a file is read, so that both take the same words. */
function cellOf(hotelId: string, options: OptionValues<typeof OPTIONS>): InventoryCell {
  const { room, plan, from, to = from, weekdays, set = [] } = options;
  if (room === undefined || from === undefined || set.length === 0) {
    throw usageFailure('Say which nights and what: --room, --from and --set member=value.');
  }
  const given = set.map(entry => {
    const at = entry.indexOf('=');
    if (at < 1) throw usageFailure(`--set takes member=value; "${entry}" is none.`);
    return [entry.slice(0, at), entry.slice(at + 1)] as const;
  });
  const cells = Object.entries({ hotelId, roomCode: room, planCode: plan, from, to, weekdays }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
  );
  const all = [...cells, ...given];
  const columns = all.map(([name]) => name);
  const record = parseCsvRecord(
    columns,
    all.map(([, value]) => value),
  );
  const problems = [...checkCsvHead(columns), ...(Array.isArray(record) ? record : [])];
  if (Array.isArray(record) || problems.length > 0) throw usageFailure(problems.join(' '));
  const { hotelId: _, ...cell } = record.value as InventoryCell & { hotelId: string };
  return cell;
}
