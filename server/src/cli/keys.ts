/** The commands `serai keys …`, in the order of help. */
import type { Command } from './frame/command.ts';
import { keysCreateCommand } from './keys/create.ts';
import { keysListCommand } from './keys/list.ts';
import { keysDisableCommand, keysEnableCommand, keysEndOverlapCommand } from './keys/plain-changes.ts';
import { keysRevokeCommand } from './keys/revoke.ts';
import { keysRotateCommand } from './keys/rotate.ts';
import { keysShowCommand } from './keys/show.ts';
import { keysUpdateCommand } from './keys/update.ts';

export const KEY_COMMANDS: readonly Command[] = [
  keysCreateCommand,
  keysListCommand,
  keysShowCommand,
  keysUpdateCommand,
  keysRotateCommand,
  keysEndOverlapCommand,
  keysDisableCommand,
  keysEnableCommand,
  keysRevokeCommand,
];
