/** Runs the commands in the README exactly as written, with the URL and key in the environment. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../tools/install.mjs';
import { type Finished, runProgram } from './child-process.ts';
import type { Serai } from './serai-process.ts';

export async function readmeCommands(): Promise<string[]> {
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8');
  const section = readme.slice(readme.indexOf('## Try Serai'), readme.indexOf('## Read on'));
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1] as string);
  const lines = blocks.flatMap(block => block.split(/\n(?! )/)).filter(line => line !== '');
  const commands: string[] = [];
  for (const line of lines) {
    const before = commands.at(-1) ?? '';
    // A variable is set together with the command after it, because every command runs in a separate shell.
    if (/^\w+=[^\n]*$/.test(before)) commands[commands.length - 1] = `${before}\n${line}`;
    else commands.push(line);
  }
  return commands;
}

export function runReadmeCommand(command: string, serai: Serai): Promise<Finished> {
  const env = { ...process.env, ...serai.env, SERAI_URL: serai.interfaceUrl, SERAI_API_KEY: serai.key };
  return runProgram('bash', ['-c', command], { env, cwd: repositoryRoot });
}
