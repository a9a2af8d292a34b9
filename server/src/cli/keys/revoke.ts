import { revokeKey, showKey } from '@serai/contract/account/keys.ts';
import { type Call, defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import { printable } from '../text/style.ts';

export const keysRevokeCommand = defineCommand({
  name: 'keys revoke',
  summary: 'Stop a key for good.',
  description: 'It cannot be undone; serai keys disable can. At a terminal it asks first.',
  args: ['keyId'],
  remote: true,
  options: { yes: { type: 'boolean', short: 'y', description: 'Do not ask.' } },
  examples: ['serai keys revoke 4Zk81mQpXr2T', 'serai keys revoke 4Zk81mQpXr2T --yes'],
  async run(call) {
    const keyId = call.args[0] as string;
    if (!call.options.yes) await confirm(call, keyId);
    const { data, text } = await call.client().call(revokeKey, { keyId });
    call.terminal.out(call.json ? `${text}\n` : `The key ${data.key.keyId} is revoked.\n`);
    return EXIT.ok;
  },
});

async function confirm({ terminal, client }: Call<never>, keyId: string): Promise<void> {
  if (terminal.ask === undefined) {
    throw usageFailure('Revoking is final and nobody can be asked here.', 'Add --yes to do it all the same.');
  }
  const { data } = await client().call(showKey, { keyId });
  const { name, display, environment } = data.key;
  const answer = await terminal.ask(
    `Revoke the ${environment} key "${printable(name)}" (${display})? It stops at once and for good. [y/N] `,
  );
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliFailure(EXIT.failed, 'Nothing was changed.');
}
