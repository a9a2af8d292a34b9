import { retryJobs } from '@serai/contract/account/jobs.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';

export const jobsRetryCommand = defineCommand({
  name: 'jobs retry',
  summary: 'Have dead jobs run again: one, or all of a kind.',
  args: ['jobId|kind'],
  remote: true,
  examples: ['serai jobs retry job_4KX0T7M2QW9ZB5HCV3RA', 'serai jobs retry booking.reconcile'],
  async run({ args, client, json, terminal }) {
    const [what] = args as [string];
    const { data, text } = await client().call(
      retryJobs,
      what.startsWith('job_') ? { jobId: what } : { kind: what },
    );
    const { retried, left } = data;
    if (json) terminal.out(`${text}\n`);
    else if (retried === 0) terminal.out(`No job of the kind ${what} is dead.\n`);
    else terminal.out(`${retried === 1 ? 'One job runs' : `${retried} jobs run`} again.\n`);
    if (!json && left > 0) terminal.out(`${left} are still dead; the same command goes on with them.\n`);
    return EXIT.ok;
  },
});
