/** The commands `serai jobs …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { jobsListCommand } from './list.ts';
import { jobsRetryCommand } from './retry.ts';

export const JOB_COMMANDS: readonly Command[] = [jobsListCommand, jobsRetryCommand];
