/** `npm run fix`: formats, applies the safe fixes, and prints the generated files again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../server/test/architecture/read-sources.ts';
import { runProgram } from './check/run-step.ts';

const programs: [file: string, ...args: string[]][] = [
  ['tools/generate.ts'],
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--colors=off'],
];

for (const [file, ...args] of programs) {
  const path = join(repositoryRoot, file);
  if (!existsSync(path)) continue;
  const { ok, output } = await runProgram(path, args, repositoryRoot);
  console.log(output);
  if (!ok) process.exitCode = 1;
}
