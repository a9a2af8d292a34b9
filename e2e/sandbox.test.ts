/** The sandbox of the started program: the guide to a first booking as it stands, only the port is that of this run, and the scenarios. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { repositoryRoot } from '../tools/install.mjs';
import { type Running, startProgram, within } from './child-process.ts';
import { clearAway, newFolder, startSerai } from './serai-process.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 420_000 });

/** They settle after minutes; the tests of the operation play them with a clock of their own. */
const TOO_SLOW = ['book.timeout_then_absent', 'book.late_confirmation'];
const CERTIFIED = SCENARIOS.map(({ name }) => name).filter(name => !TOO_SLOW.includes(name));
const CERTIFY_MS = 180_000;
const GUIDE_MS = 180_000;

interface Block {
  language: string;
  text: string;
}

/** Between what a block prints and the answer it got. */
const MARK = '--- answer ---';

let blocks: Block[];
let ran: { code: number; out: string; err: string };
let certifying: Running;
/** Of the blocks that ask for something, with what the guide shows of them. */
let answers: { shown: unknown; answer: unknown }[];

beforeAll(async () => {
  const text = await readFile(join(repositoryRoot, 'docs/guides/first-booking.md'), 'utf8');
  blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
  const started = await startSerai({
    dataDir: join(await newFolder('first-booking'), 'data'),
    env: { SERAI_SEED: 'full' },
  });
  const env = { ...process.env, ...started.env, SERAI_API_KEY: started.key };
  const main = join(repositoryRoot, 'server/src/main.ts');
  const certify = ['certify', '--url', started.interfaceUrl, '--key', started.key ?? '', '--json'];
  for (const name of CERTIFIED) certify.push('--only', name);
  const guide = script().replace('http://127.0.0.1:8080', started.interfaceUrl);
  const running = startProgram('bash', ['-c', guide], { env, cwd: repositoryRoot });
  const code = await within(GUIDE_MS, running.ended, () => `the guide does not end:\n${running.out()}`);
  ran = { code, out: running.out(), err: running.err() };
  certifying = startProgram(process.execPath, [main, ...certify], { env });
  const shown = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text));
  const came = ran.out.split('\n').filter(line => line.startsWith(MARK));
  answers = shown.map((each, i) => ({
    shown: each,
    answer: JSON.parse(came[i]?.slice(MARK.length) ?? '{}'),
  }));
});
afterAll(clearAway);

/** All commands in one shell, as they are pasted; after each that the guide shows an answer of, that answer. */
function script(): string {
  const parts = blocks.map(({ language, text }, i) => {
    if (language === 'sh') return text;
    const asked = [...(blocks[i - 1]?.text ?? '').matchAll(/^(\w+)=\$\(call /gm)].at(-1)?.[1];
    return `printf '%s%s\\n' '${MARK}' "$${asked}"\n`;
  });
  return ['set -eu', ...parts].join('\n');
}

test('every command of the guide works', () => {
  expect([ran.code, ran.err]).toEqual([0, expect.anything()]);
  expect(ran.out).toContain('CANCELLED\n');
  expect(ran.out).toContain('PRICE_CHANGED\n');
  expect(ran.out).toContain('prebook.price_up');
  expect(ran.out).toContain('All 5 scenarios are answered as documented.');
  expect(ran.out).toMatch(/^State +CANCELLED\/BY_CLIENT$/m);
});

test('the answers it shows are those that come, but for ids, times and amounts', () => {
  expect(answers).toHaveLength(7);
  for (const { shown, answer } of answers) expect(partOf(answer, shown)).toEqual(form(shown));
});

test('scenarios are answered as documented', async () => {
  const code = await within(CERTIFY_MS, certifying.ended, () => `certify does not end:\n${certifying.err()}`);
  const { summary, scenarios } = JSON.parse(certifying.out());
  expect(scenarios.filter(({ result }: { result: string }) => result === 'WRONG')).toEqual([]);
  expect([code, summary]).toEqual([0, { scenarios: CERTIFIED.length, right: CERTIFIED.length, wrong: 0 }]);
});

/** Of the answer only what is shown. */
function partOf(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map((each, i) => partOf((answer as unknown[])?.[i], each));
  if (shown === null || typeof shown !== 'object') return form(answer);
  return Object.fromEntries(
    Object.entries(shown).map(([name, each]) => [
      name,
      partOf((answer as Record<string, unknown>)?.[name], each),
    ]),
  );
}

/** Words as they are; of what holds digits, how it begins. */
function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(form);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, form(each)]));
  }
  if (typeof value !== 'string' || !/\d/.test(value)) return value;
  return /^\d/.test(value) ? '(digits)' : value.replace(/(?<=^[A-Za-z]+[_-]).*/, '…');
}
