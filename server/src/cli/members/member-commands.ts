/** The commands `serai members …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { membersInviteCommand } from './invite.ts';
import { membersListCommand } from './list.ts';
import { membersRemoveCommand } from './remove.ts';
import { membersUpdateCommand } from './update.ts';

export const MEMBER_COMMANDS: readonly Command[] = [
  membersListCommand,
  membersInviteCommand,
  membersUpdateCommand,
  membersRemoveCommand,
];
