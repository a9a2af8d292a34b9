/** Changes that take nothing but the key. */
import { disableKey, enableKey, endKeyOverlap } from '@serai/contract/account/keys.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { keyText } from './key-text.ts';

interface PlainChange {
  operation: typeof disableKey | typeof enableKey | typeof endKeyOverlap;
  summary: string;
  done: string;
}

function plainChange({ operation, summary, done }: PlainChange): Command {
  const name = operation.name.replace('/', ' ');
  return defineCommand({
    name,
    summary,
    args: ['keyId'],
    remote: true,
    examples: [`serai ${name} 4Zk81mQpXr2T`],
    async run({ args, client, json, terminal, clock, style }) {
      const { data, text } = await client().call(operation, { keyId: args[0] as string });
      terminal.out(json ? `${text}\n` : `${done}\n\n${keyText(data.key, clock.nowMs(), style)}`);
      return EXIT.ok;
    },
  });
}

export const keysDisableCommand = plainChange({
  operation: disableKey,
  summary: 'Stop a key until it is enabled again.',
  done: 'The key is disabled.',
});

export const keysEnableCommand = plainChange({
  operation: enableKey,
  summary: 'Let a disabled key work again.',
  done: 'The key is enabled.',
});

export const keysEndOverlapCommand = plainChange({
  operation: endKeyOverlap,
  summary: 'Stop the older secret of a rotated key now.',
  done: 'Only the current secret works.',
});
