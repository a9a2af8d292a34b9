/**
 * Runs a guide of docs/guides as written: all its commands in one shell and its programs with Node. Only the
 * addresses are those of this run.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../tools/install.mjs';
import { startProgram, within } from './child-process.ts';
import type { Serai } from './serai-process.ts';

const GUIDE_MS = 180_000;
/** Separates the output of a block from the response it received. */
const MARK = '--- answer ---';
const SDK = pathToFileURL(join(repositoryRoot, 'sdk/src/serai.ts')).href;

interface Block {
  language: string;
  text: string;
}

export interface GuideRun {
  code: number;
  out: string;
  err: string;
  /** The blocks that send a request, with the responses shown in the guide. */
  answers: { shown: unknown; answer: unknown }[];
}

/**
 * `folder` is for the programs of the guide. A guide that does not define `call` uses the one of the first
 * booking.
 */
export async function runGuide(name: string, serai: Serai, folder: string): Promise<GuideRun> {
  const blocks = await readBlocks(name);
  const [prelude] = name === 'first-booking' ? [] : await readBlocks('first-booking');
  const parts = await Promise.all(blocks.map((block, i) => shellPart(blocks, block, i, join(folder, name))));
  const script = ['set -eu', prelude?.text ?? '', ...parts]
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', serai.interfaceUrl)
    .replaceAll('http://127.0.0.1:8081', serai.dashboardUrl);
  const env = {
    ...process.env,
    ...serai.env,
    SERAI_API_KEY: serai.key,
    SERAI_BASE_URL: serai.interfaceUrl,
    FORCE_COLOR: '0',
  };
  const running = startProgram('bash', ['-c', script], { env, cwd: repositoryRoot });
  const code = await within(GUIDE_MS, running.ended, () => `${name} does not end:\n${running.out()}`);
  const shown = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text));
  const came = running
    .out()
    .split('\n')
    .filter(line => line.startsWith(MARK));
  const answers = shown.map((each, i) => ({
    shown: each,
    answer: JSON.parse(came[i]?.slice(MARK.length) ?? '{}'),
  }));
  return { code, out: running.out(), err: running.err(), answers };
}

async function readBlocks(name: string): Promise<Block[]> {
  const text = await readFile(join(repositoryRoot, 'docs/guides', `${name}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
}

/** Runs commands as pasted and programs as files. Where a response is shown, compares it with the real one. */
async function shellPart(blocks: readonly Block[], { language, text }: Block, i: number, folder: string) {
  if (language === 'sh') return text;
  if (language === 'ts') {
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${i}.mts`);
    await writeFile(file, text.replaceAll("'@serai/sdk'", `'${SDK}'`));
    return `"${process.execPath}" --no-warnings "${file}"\n`;
  }
  if (language !== 'json') return '';
  const asked = [...(blocks[i - 1]?.text ?? '').matchAll(/^(\w+)=\$\((?:\w+=\S+ )?(?:call|once) /gm)].at(
    -1,
  )?.[1];
  return `printf '%s%s\\n' '${MARK}' "$${asked}"\n`;
}

/** Compares only the part of the response that the guide shows. */
export function partOf(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map((each, i) => partOf((answer as unknown[])?.[i], each));
  if (shown === null || typeof shown !== 'object') return form(answer);
  return Object.fromEntries(
    Object.entries(shown).map(([name, each]) => [
      name,
      partOf((answer as Record<string, unknown>)?.[name], each),
    ]),
  );
}

/** Compares words exactly, and values with digits by how they begin. */
export function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(form);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, form(each)]));
  }
  if (typeof value !== 'string' || !/\d/.test(value)) return value;
  return /^\d/.test(value) ? '(digits)' : value.replace(/(?<=^[A-Za-z]+[_-]).*/, '…');
}
