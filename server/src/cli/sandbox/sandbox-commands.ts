/** The commands `serai sandbox …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { sandboxCertificationCommand } from './certification.ts';
import { sandboxRequestCommand } from './request.ts';
import { sandboxResetCommand } from './reset.ts';

export const SANDBOX_COMMANDS: readonly Command[] = [
  sandboxRequestCommand,
  sandboxCertificationCommand,
  sandboxResetCommand,
];
