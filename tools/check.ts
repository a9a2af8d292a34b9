/**
 * `npm run check`: runs all checks that do not run the product, in parallel. `npm run check -- sizes wording` runs only
 * the given checks.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readSources, repositoryRoot } from '../server/test/architecture/read-sources.ts';
import { checkArchitecture } from '../server/test/architecture.ts';
import { findDuplicates } from './check/duplicates.ts';
import { checkLicences } from './check/licences.ts';
import { type Outcome, runProgram, runStep } from './check/run-step.ts';
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

async function checkExpressions(): Promise<Outcome> {
  const thread = new Worker(new URL('./check/expressions-thread.ts', import.meta.url));
  const ended = once(thread, 'exit').then(([code]) => ({
    ok: false,
    output: `The check ended with code ${code}.`,
  }));
  return Promise.race([once(thread, 'message').then(([outcome]) => outcome), ended]);
}

type Step = [name: string, step: () => Promise<Outcome> | Outcome];

function listSteps(): Step[] {
  const run = (file: string, ...args: string[]) => runProgram(join(modules, file), args, repositoryRoot);
  // Several checkers would each infer the types that files have in common, which takes almost twice the CPU time.
  const checkTypes = (...args: string[]) => run('typescript/bin/tsc', '--checkers', '1', ...args);
  let sources: ReadonlyMap<string, string> | undefined;
  const readOnce = () => (sources ??= readSources());
  return [
    // These programs start first and run while this process reads the sources.
    ['types', () => checkTypes('-p', '.')],
    // Checks only the files that are shipped, without Node's types, because they must run in every runtime.
    ['sdk-types', () => checkTypes('-p', 'sdk', '--noEmit')],
    ['dashboard-types', () => checkTypes('-p', 'dashboard')],
    ['lint', () => run('@biomejs/biome/bin/biome', 'ci', '--colors=off')],
    ['dead-code', () => run('knip/bin/knip.js', '--no-progress', '--no-config-hints')],
    [
      'openapi',
      () =>
        run(
          '@redocly/cli/bin/cli.js',
          ...['lint', 'openapi.json', 'docs/reference/generated/operator-openapi.json'],
          ...['--config', 'redocly.yaml', '--format', 'stylish'],
        ),
    ],
    ['generated', () => run('../tools/generate.ts', '--check')],
    ['expressions', checkExpressions],
    ['licences', () => checkLicences(repositoryRoot)],
    ['architecture', () => checkSources(readOnce())],
    ['sizes', () => checkSizes(readOnce())],
    ['duplicates', () => checkDuplicates(readOnce())],
    ['wording', checkWording],
  ];
}

const steps = listSteps();
const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !steps.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(`Unknown check: ${unknown.join(', ')}. Checks: ${steps.map(([name]) => name).join(', ')}.`);
  process.exit(2);
}
const startedMs = performance.now();
const results = await Promise.all(
  steps
    .filter(([name]) => wanted.length === 0 || wanted.includes(name))
    .map(([name, step]) => runStep(name, step)),
);
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
