/** Runs the commands of the README as written, with the ports of this run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../tools/install.mjs';
import { type Finished, runProgram } from './child-process.ts';
import type { Serai } from './serai-process.ts';

export async function readmeCommands(): Promise<string[]> {
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8');
  const firstCall = readme.slice(readme.indexOf('## First call'), readme.indexOf('## Where things are'));
  const blocks = [...firstCall.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1] as string);
  return blocks.flatMap(block => block.split(/\n(?! )/)).filter(line => line !== '');
}

export function runReadmeCommand(command: string, serai: Serai): Promise<Finished> {
  const here = command.replace('http://127.0.0.1:8080', serai.interfaceUrl);
  const env = { ...process.env, ...serai.env, SERAI_API_KEY: serai.key };
  return runProgram('bash', ['-c', here], { env, cwd: repositoryRoot });
}
