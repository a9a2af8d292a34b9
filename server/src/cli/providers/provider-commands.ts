/** The commands `serai providers …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { providersConnectCommand } from './connect.ts';
import { providersHealthCommand } from './health.ts';
import { providersListCommand } from './list.ts';
import { providersUpdateCommand } from './update.ts';

export const PROVIDER_COMMANDS: readonly Command[] = [
  providersListCommand,
  providersHealthCommand,
  providersConnectCommand,
  providersUpdateCommand,
];
