/** The commands `serai guests …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { guestsEraseCommand } from './erase.ts';
import { guestsErasuresCommand } from './erasures.ts';
import { guestsExportCommand } from './export.ts';

export const GUEST_COMMANDS: readonly Command[] = [
  guestsExportCommand,
  guestsEraseCommand,
  guestsErasuresCommand,
];
