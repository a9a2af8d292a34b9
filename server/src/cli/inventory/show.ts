import { showInventory } from '@serai/contract/account/inventory.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { facts, table } from '../text/table.ts';
import { ENVIRONMENT_OPTION } from './list.ts';

export const inventoryShowCommand = defineCommand({
  name: 'inventory show',
  summary: 'Show how a hotel sells its own rooms.',
  description: 'Policies, taxes and fees are in --json alone.',
  args: ['hotelId'],
  remote: true,
  options: { environment: ENVIRONMENT_OPTION },
  examples: ['serai inventory show htl_casa_luna', 'serai inventory show htl_casa_luna --json'],
  async run({ args, options, client, json, terminal, style }) {
    const environment = parseEnvironment(options.environment ?? 'sandbox');
    const { data, text } = await client().call(showInventory, { environment, hotelId: args[0] as string });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const { hotel, document, roomNames, firstNight, lastNight } = data;
    const nights = firstNight === null ? 'none' : `${firstNight} to ${lastNight}`;
    terminal.out(
      facts(
        [
          ['Hotel', `${hotel.name} (${hotel.hotelId}), ${hotel.status}`],
          ['Currency', document.currency],
          ['Nights', nights],
        ],
        style,
      ),
    );
    const nameOf = (code: string) => roomNames.find(({ roomCode }) => roomCode === code)?.name ?? '';
    const rooms = document.rooms.map(room => [
      ...[room.roomCode, nameOf(room.roomCode), `${room.baseOccupancy}`, `${room.maxTotal}`],
    ]);
    terminal.out(`\n${table(['ROOM', 'NAME', 'BASE', 'MOST'], rooms, style)}`);
    const plans = document.plans.map(plan => [
      ...[plan.code, Object.values(plan.name)[0] ?? '', plan.board, plan.priceModel],
      ...[plan.derivedFrom?.plan ?? '', plan.cancellationPolicy ?? 'non-refundable'],
      plan.active === false ? 'inactive' : 'active',
    ]);
    const head = ['PLAN', 'NAME', 'BOARD', 'PRICES', 'FOLLOWS', 'POLICY', 'STATE'];
    terminal.out(`\n${table(head, plans, style)}`);
    return EXIT.ok;
  },
});
