/** The commands `serai inventory …`, in the order of help. Files go by `serai import inventory` and `serai export inventory`. */
import type { Command } from '../frame/command.ts';
import { inventoryCalendarCommand } from './calendar.ts';
import { inventoryListCommand } from './list.ts';
import { inventorySetCommand } from './set.ts';
import { inventoryShowCommand } from './show.ts';

export const INVENTORY_COMMANDS: readonly Command[] = [
  inventoryListCommand,
  inventoryShowCommand,
  inventoryCalendarCommand,
  inventorySetCommand,
];
