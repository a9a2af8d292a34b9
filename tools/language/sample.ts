/**
 * `npm run sample`: draws texts of each kind for a reader to judge. The seed is the commit by default, so that the same
 * commit always yields the same sample. `npm run sample -- --help` lists the options.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../server/test/architecture/read-sources.ts';
import { extractTexts, type FoundText, TEXT_KINDS } from './extract-texts.ts';

const USAGE = `Usage: npm run sample -- [options]

Draws texts of each kind for a reader to judge.

  --seed <text>   Draws another sample. Default: the current commit.
  --kind <name>   Draws only one kind: ${TEXT_KINDS.join(', ')}.
  --in <folder>   Draws only from files whose path begins with this folder.
  --count <n>     Number of texts of each kind. Default: 100.
  --help, -h      Prints this help.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kind: { type: 'string' },
    in: { type: 'string', default: '' },
    count: { type: 'string', default: '100' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const seed =
  values.seed ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim();
const kinds = TEXT_KINDS.filter(kind => values.kind === undefined || kind === values.kind);
if (kinds.length === 0) {
  console.error(`Unknown kind "${values.kind}". Choose one of: ${TEXT_KINDS.join(', ')}.`);
  process.exit(1);
}

const texts = extractTexts().filter(({ file }) => file.startsWith(values.in));
for (const kind of kinds) {
  const all = texts.filter(text => text.kind === kind);
  console.log(`\n# ${kind}: ${Math.min(all.length, Number(values.count))} of ${all.length}, seed ${seed}\n`);
  for (const [index, { file, line, text }] of draw(all, Number(values.count)).entries()) {
    console.log(`${index + 1}. ${text}\n   ${file}:${line}`);
  }
}

/** The texts with the smallest digests of seed and place: a uniform sample that needs no random generator. */
function draw(all: readonly FoundText[], count: number): FoundText[] {
  const ranked = all.map(text => ({
    text,
    rank: createHash('sha256')
      .update(`${seed}\0${text.kind}\0${text.file}\0${text.line}\0${text.text}`)
      .digest('hex'),
  }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ text }) => text);
}
