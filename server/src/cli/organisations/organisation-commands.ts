/** The commands `serai organisations …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { organisationsCreateCommand } from './create.ts';
import { organisationsListCommand } from './list.ts';
import { organisationsSelectCommand } from './select.ts';
import { organisationsUpdateCommand } from './update.ts';

export const ORGANISATION_COMMANDS: readonly Command[] = [
  organisationsListCommand,
  organisationsCreateCommand,
  organisationsSelectCommand,
  organisationsUpdateCommand,
];
