/**
 * `serai inventory set` sets values of own inventory for a range of nights. The columns are the same as in an inventory
 * file.
 */
import { updateInventory } from '@serai/contract/account/inventory.ts';
import type { InventoryCell } from '@serai/contract/inventory/inventory-cells.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import { checkCsvHead, parseCsvRecord } from '../../booking/suppliers/own-inventory/files/csv-record.ts';
import { defineCommand, type OptionSpecs, type OptionValues } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import { counted } from '../frame/progress.ts';
import { printable } from '../text/style.ts';

const OPTIONS = {
  environment: {
    type: 'choice',
    choices: ENVIRONMENTS,
    default: 'sandbox',
    description: 'Environment of the inventory.',
  },
  room: { type: 'text', value: '<roomCode>', required: true, description: 'The room type.' },
  plan: {
    type: 'text',
    value: '<planCode>',
    description: 'The rate plan. If omitted, the allotment is set.',
  },
  from: { type: 'text', value: '<date>', required: true, description: 'The first night.' },
  to: { type: 'text', value: '<date>', description: 'The last night. Default: the first.' },
  weekdays: { type: 'text', value: '<days>', description: 'Only nights on these weekdays, such as FR|SA.' },
  set: {
    type: 'text',
    multiple: true,
    keepsCommas: true,
    required: true,
    value: '<column=value>',
    description: 'The column and its new value. The value null clears it.',
  },
} as const satisfies OptionSpecs;

export const inventorySetCommand = defineCommand({
  name: 'inventory set',
  summary: 'Set allotments, prices or restrictions for a range of nights.',
  description:
    'The columns are the same as in an inventory file. Without a plan: total. With a plan: amount, stopSell, closedToArrival, closedToDeparture, minStayArrival, minStayThrough, maxStay and others. The next search uses the new values.',
  args: ['hotelId'],
  remote: true,
  operations: [updateInventory.name],
  options: OPTIONS,
  examples: [
    'serai inventory set htl_casa_luna --room DBL --from 2027-06-01 --to 2027-06-30 --set total=5',
    'serai inventory set htl_casa_luna --room DBL --plan FLEX --from 2027-06-11 --set amount=145.00 --set stopSell=null',
  ],
  check(options, [hotelId = '']) {
    if (!options.room || !options.from || !options.set) return [];
    try {
      cellOf(hotelId, options);
      return [];
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      return [error.message];
    }
  },
  async run({ args: [hotelId = ''], options, client, json, terminal }) {
    const { data, text } = await client().call(updateInventory, {
      environment: options.environment,
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
        ? 'Nothing changed: these values were already set.\n'
        : `Nights: ${counted(created)} created, ${counted(changed)} changed.\n`,
    );
    for (const { roomCode, night, excess } of data.exceeded) {
      terminal.err(
        `${printable(roomCode)} ${night}: the rooms sold or held exceed the new total by ${excess}.\n`,
      );
    }
    return EXIT.ok;
  },
});

/** Parsed like a row in an inventory file, so that both accept the same columns. */
function cellOf(hotelId: string, options: OptionValues<typeof OPTIONS>): InventoryCell {
  const { room, plan, from, to = from, weekdays, set } = options;
  const named = Object.entries({ hotelId, roomCode: room, planCode: plan, from, to, weekdays }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
  );
  const columns = [...named, ...set.map(splitAssignment)];
  const names = columns.map(([name]) => name);
  const record = parseCsvRecord(
    names,
    columns.map(([, value]) => value),
  );
  const problems = [...checkCsvHead(names), ...(Array.isArray(record) ? record : [])];
  if (Array.isArray(record) || problems.length > 0) throw usageFailure(problems.join(' '));
  const { hotelId: _, ...cell } = record.value as InventoryCell & { hotelId: string };
  return cell;
}

function splitAssignment(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageFailure(`--set takes a column and its value, such as total=5, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}
