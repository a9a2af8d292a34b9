/** The commands `serai organisations …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { organisationsListCommand } from './list.ts';
import { organisationsUpdateCommand } from './update.ts';

export const ORGANISATION_COMMANDS: readonly Command[] = [
  organisationsListCommand,
  organisationsUpdateCommand,
];
