/** Builds the package as ES modules in dist/ and as CommonJS in dist/commonjs/. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, 'dist');
rmSync(dist, { recursive: true, force: true });
for (const project of ['tsconfig.json', 'tsconfig.commonjs.json']) {
  // npm puts the compiler into PATH. On Windows, it is a command file, which only a shell can start.
  const shell = process.platform === 'win32';
  const { status } = spawnSync('tsc', ['-p', project], { cwd: import.meta.dirname, stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
}
writeFileSync(join(dist, 'commonjs', 'package.json'), '{ "type": "commonjs" }\n');

// The compiler rewrites imports in JavaScript only. TypeScript before 5.7 cannot resolve `.ts` in declarations.
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll(/(from |import\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
}
