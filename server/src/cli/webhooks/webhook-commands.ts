/** The commands `serai webhooks …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { webhooksCreateCommand } from './create.ts';
import { webhooksDeleteCommand } from './delete.ts';
import { webhooksDeliveriesCommand } from './deliveries.ts';
import { webhooksListCommand } from './list.ts';
import { webhooksListenCommand } from './listen/listen.ts';
import { webhooksPingCommand } from './ping.ts';
import { webhooksReplayCommand } from './replay.ts';
import { webhooksRotateSecretCommand } from './rotate-secret.ts';
import { webhooksShowCommand } from './show.ts';
import { webhooksPauseCommand, webhooksResumeCommand, webhooksUpdateCommand } from './update.ts';

export const WEBHOOK_COMMANDS: readonly Command[] = [
  webhooksCreateCommand,
  webhooksListCommand,
  webhooksShowCommand,
  webhooksUpdateCommand,
  webhooksPauseCommand,
  webhooksResumeCommand,
  webhooksDeleteCommand,
  webhooksRotateSecretCommand,
  webhooksPingCommand,
  webhooksDeliveriesCommand,
  webhooksReplayCommand,
  webhooksListenCommand,
];
