/** `npm run fix`: formats the code, applies safe fixes, and regenerates all generated files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../server/test/architecture/read-sources.ts';
import { replaceImportTable } from '../server/test/architecture.ts';
import { runProgram } from './check/run-step.ts';

const programs: [file: string, ...args: string[]][] = [
  ['tools/generate.ts'],
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--colors=off'],
];

const architecture = join(repositoryRoot, 'ARCHITECTURE.md');
writeFileSync(architecture, replaceImportTable(readFileSync(architecture, 'utf8')));

for (const [file, ...args] of programs) {
  const { ok, output } = await runProgram(join(repositoryRoot, file), args, repositoryRoot);
  if (output !== '') console.log(output);
  if (!ok) process.exitCode = 1;
}
