/** `npm run check`: runs all checks that do not run the product, in parallel. */
import { join } from 'node:path';
import { readSources, repositoryRoot } from '../server/test/architecture/read-sources.ts';
import { checkArchitecture } from '../server/test/architecture.ts';
import { findDuplicates } from './check/duplicates.ts';
import { checkLicences } from './check/licences.ts';
import { checkRegularExpressions } from './check/regular-expressions.ts';
import { type Outcome, runProgram, runStep, type StepResult } from './check/run-step.ts';
import { measureSizes } from './check/sizes.ts';
import { extractTexts } from './language/extract-texts.ts';
import { UNWANTED_PHRASES } from './language/unwanted-phrases.ts';

const modules = join(repositoryRoot, 'node_modules');

function checkSources(sources: ReadonlyMap<string, string>): Outcome {
  const faults = checkArchitecture(sources);
  const cycles = faults.filter(({ rule }) => rule === 'cycle').length;
  return {
    ok: faults.length === 0,
    summary: `${sources.size} files, ${cycles} import cycles`,
    output: faults.map(({ file, text }) => `${file} ${text}`).join('\n'),
  };
}

function checkSizes(sources: ReadonlyMap<string, string>): Outcome {
  const { files, lines, median, p90, tiny, soleImporters, long, faults } = measureSizes(sources);
  return {
    ok: faults.length === 0,
    summary: [
      `${files} files, ${lines} lines; median ${median}, p90 ${p90}`,
      `${tiny} under 15 lines, ${soleImporters} with a sole importer, ${long.length} over 300`,
    ].join('; '),
    output: [...faults, ...(faults.length > 0 ? [''] : []), ...long].join('\n'),
  };
}

function checkDuplicates(sources: ReadonlyMap<string, string>): Outcome {
  const found = findDuplicates(sources);
  return { ok: found.length === 0, summary: `${found.length} copied passages`, output: found.join('\n') };
}

/** Reports unnatural wording in comments, test names, documents, messages and the dashboard. */
function checkWording(): Outcome {
  const texts = extractTexts();
  const found = texts.flatMap(({ file, line, text }) =>
    UNWANTED_PHRASES.flatMap(({ pattern, better }) => {
      const phrase = pattern.exec(text)?.[0];
      return phrase === undefined ? [] : [`${file}:${line} "${phrase}" → ${better}`];
    }),
  );
  return {
    ok: found.length === 0,
    summary: `${texts.length} texts, ${found.length} unwanted phrases`,
    output: found.join('\n'),
  };
}

function steps(): Promise<StepResult>[] {
  const run = (file: string, ...args: string[]) => runProgram(join(modules, file), args, repositoryRoot);
  // These programs start first and run while this process reads the sources.
  const tools = [
    runStep('types', () => run('typescript/bin/tsc', '-p', '.')),
    // Checks only the files that are shipped, without Node's types, because they must run in every runtime.
    runStep('sdk types', () => run('typescript/bin/tsc', '-p', 'sdk', '--noEmit')),
    runStep('dashboard types', () => run('typescript/bin/tsc', '-p', 'dashboard')),
    runStep('lint and format', () => run('@biomejs/biome/bin/biome', 'ci', '--colors=off')),
    runStep('dead code', () => run('knip/bin/knip.js', '--no-progress', '--no-config-hints')),
    runStep('OpenAPI', () =>
      run(
        '@redocly/cli/bin/cli.js',
        ...['lint', 'openapi.json', 'docs/reference/generated/operator-openapi.json'],
        ...['--config', 'redocly.yaml', '--format', 'stylish'],
      ),
    ),
    runStep('generated files', () => run('../tools/generate.ts', '--check')),
  ];
  const sources = readSources();
  return [
    ...tools,
    runStep('expressions', () => checkRegularExpressions(sources)),
    runStep('licences', () => checkLicences(repositoryRoot)),
    runStep('architecture', () => checkSources(sources)),
    runStep('sizes', () => checkSizes(sources)),
    runStep('duplicates', () => checkDuplicates(sources)),
    runStep('wording', checkWording),
  ];
}

const startedMs = performance.now();
const results = await Promise.all(steps());
for (const { name, ok, output } of results) {
  if (!ok) console.log(`\n── ${name} ──\n${output}`);
}
console.log('');
for (const { name, ok, seconds, summary } of results) {
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s  ${summary}`.trimEnd(),
  );
}
const failed = results.filter(({ ok }) => !ok).length;
const totalS = ((performance.now() - startedMs) / 1000).toFixed(1);
console.log(`${results.length - failed} of ${results.length} checks passed in ${totalS} s`);
process.exitCode = failed === 0 ? 0 : 1;
