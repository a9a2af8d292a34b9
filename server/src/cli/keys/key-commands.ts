/** The commands `serai keys …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { keysCreateCommand } from './create.ts';
import { keysListCommand } from './list.ts';
import { keysDisableCommand, keysEnableCommand, keysEndOverlapCommand } from './plain-changes.ts';
import { keysReportLeakCommand } from './report-leak.ts';
import { keysRevokeCommand } from './revoke.ts';
import { keysRotateCommand } from './rotate.ts';
import { keysShowCommand } from './show.ts';
import { keysUpdateCommand } from './update.ts';

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
  keysReportLeakCommand,
];
