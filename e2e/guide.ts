/**
 * Runs a guide exactly as written: its commands in one shell, its programs with Node. Only the URLs, the import of
 * the SDK and `npx` are replaced. `npx` takes as long as the command it starts, and the commands of the README use it.
 */
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../tools/install.mjs';
import { startProgram, within } from './child-process.ts';
import type { Serai } from './serai-process.ts';

const GUIDE_MS = 180_000;
/** Marks the start of a response in the output. */
const MARK = '--- response ---';
/** The first block of this guide defines `call` and `pick`, which other guides use. */
const SETUP = 'developer/first-call';
const MAIN = join(repositoryRoot, 'server/src/main.ts');
/** In a subshell, the command takes its place, so that `kill $!` ends a command in the background. */
const NPX = `npx() {
  shift
  if [ "$BASHPID" = "$$" ]; then "${process.execPath}" "${MAIN}" "$@"; else exec "${process.execPath}" "${MAIN}" "$@"; fi
}`;
const SDK = pathToFileURL(join(repositoryRoot, 'sdk/src/serai.ts')).href;

interface Block {
  language: string;
  text: string;
}

export interface GuideRun {
  code: number;
  out: string;
  err: string;
  responses: { shown: unknown; actual: unknown }[];
}

/**
 * `name` is a path below docs/guides, without its extension. The guide runs in a new folder below `folder`, so that the
 * files it writes do not collide with those of other guides and runs. The folder contains the sample files.
 */
export async function runGuide(name: string, serai: Serai, folder: string): Promise<GuideRun> {
  const blocks = await readBlocks(name);
  const setup =
    name === SETUP ? undefined : (await readBlocks(SETUP)).find(({ language }) => language === 'sh');
  const cwd = join(folder, name);
  // A test that is repeated must not find the files of its first run.
  await rm(cwd, { recursive: true, force: true });
  await mkdir(cwd, { recursive: true });
  await symlink(join(repositoryRoot, 'docs'), join(cwd, 'docs'));
  const parts = await Promise.all(blocks.map((block, i) => shellPart(blocks, block, i, cwd)));
  const script = ['set -eu', NPX, setup?.text ?? '', ...parts]
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', serai.interfaceUrl)
    .replaceAll('http://127.0.0.1:8081', serai.dashboardUrl);
  const env = {
    ...process.env,
    ...serai.env,
    SERAI_API_KEY: serai.key,
    SERAI_URL: serai.interfaceUrl,
    FORCE_COLOR: '0',
  };
  const running = startProgram('bash', ['-c', script], { env, cwd });
  const code = await within(GUIDE_MS, running.ended, () => `${name} did not end:\n${running.out()}`);
  const shown = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text));
  const actual = running
    .out()
    .split('\n')
    .filter(line => line.startsWith(MARK));
  const responses = shown.map((each, i) => ({
    shown: each,
    actual: JSON.parse(actual[i]?.slice(MARK.length) ?? '{}'),
  }));
  return { code, out: running.out(), err: running.err(), responses };
}

async function readBlocks(name: string): Promise<Block[]> {
  const text = await readFile(join(repositoryRoot, 'docs/guides', `${name}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
}

/**
 * Converts a block to shell code. Commands stay unchanged, and programs become files. A response in the guide
 * becomes a command that prints the actual one.
 */
async function shellPart(blocks: readonly Block[], { language, text }: Block, i: number, folder: string) {
  if (language === 'sh') return text;
  if (language === 'ts') {
    const file = join(folder, `${i}.mts`);
    await writeFile(file, text.replaceAll("'@serai/sdk'", `'${SDK}'`));
    return `"${process.execPath}" --no-warnings "${file}"\n`;
  }
  if (language !== 'json') return '';
  const variable = [...(blocks[i - 1]?.text ?? '').matchAll(/^(\w+)=\$\((?:\w+=\S+ )?(?:call|once) /gm)].at(
    -1,
  )?.[1];
  return `printf '%s%s\\n' '${MARK}' "$${variable}"\n`;
}

/** Returns only those fields of a response that the guide shows. */
export function partOf(response: unknown, shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map((each, i) => partOf((response as unknown[])?.[i], each));
  if (shown === null || typeof shown !== 'object') return form(response);
  return Object.fromEntries(
    Object.entries(shown).map(([name, each]) => [
      name,
      partOf((response as Record<string, unknown>)?.[name], each),
    ]),
  );
}

/** A random id. A few have no digit. */
const ID = /^[a-z]{2,4}_[0-9A-Za-z]{12,}$/;

/** Reduces ids and other values with digits to their prefix, because they differ between runs. */
export function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(form);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, form(each)]));
  }
  if (typeof value !== 'string' || !(/\d/.test(value) || ID.test(value))) return value;
  return /^\d/.test(value) ? '(digits)' : value.replace(/(?<=^[A-Za-z]+[_-]).*/, '…');
}
