import { readFileSync } from 'node:fs';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { EVENTS } from '@serai/contract/events.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { markdownPages } from './markdown-pages.ts';
import { referencePages } from './reference.ts';

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const pages = new Map(markdownPages(OPERATIONS, document.components.schemas, true));
const pathOf = (page: string) => `/docs/${page}.md`;
const textOf = (path: string) => String(pages.get(path)?.().body);

test('every page of the reference also exists as Markdown', () => {
  const paths = Object.entries(referencePages(OPERATIONS, document, { hasMcp: true }))
    .filter(
      ([path, draw]) => !path.includes('*') && draw().type.startsWith('text/html') && draw().status === 200,
    )
    .map(([path]) => `${path}.md`);
  expect(paths.length).toBeGreaterThan(OPERATIONS.length);
  expect(paths.filter(path => !pages.has(path))).toEqual([]);
});

test('llms.txt takes at most 8 KiB', () => {
  expect(Buffer.byteLength(textOf('/llms.txt'))).toBeLessThanOrEqual(8 * 1024);
});

test.each(['/llms.txt', '/docs.md'])('all links in %s lead to pages', path => {
  const text = textOf(path);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href as string);
  expect(links.length).toBeGreaterThan(OPERATIONS.length);
  expect(links.filter(href => href !== '/openapi.json' && !pages.has(href))).toEqual([]);
});

test('the Markdown page of an operation shows its path, its fields and its errors', () => {
  for (const { name, path, errors, ...operation } of OPERATIONS) {
    const [input, output] = [operation.input as z.ZodObject, operation.output as z.ZodObject];
    const text = textOf(pathOf(name));
    expect(text).toContain(path);
    for (const code of errors) expect(text).toContain(code);
    const [request = '', response = ''] = [...text.matchAll(/\| field [\s\S]*?\n\n/g)].map(
      ([table]) => table,
    );
    for (const field of Object.keys(input.shape)) expect(request).toContain(`| \`${field}\` |`);
    for (const field of Object.keys(output.shape)) expect(response).toContain(`| \`${field}\` |`);
  }
});

test('the Markdown page of an operation shows the allowed values and the limits of a field', () => {
  const text = textOf(pathOf('availability'));
  expect(text).toMatch(/\| `sort` \|.*`PRICE`/);
  expect(text).toMatch(/\| `checkIn` \| date \| yes \|/);
  expect(text).toMatch(/\| `hotelIds` \|.*items/);
});

test('the Markdown pages describe every event and every scenario', () => {
  for (const { type, description } of EVENTS)
    expect(textOf(pathOf('events'))).toContain(`| \`${type}\` | ${description} |`);
  for (const { name, description } of SCENARIOS)
    expect(textOf(pathOf('scenarios'))).toContain(`| \`${name}\` | ${description} |`);
});

test('the Markdown page about MCP describes every tool', () => {
  expect(textOf(pathOf('mcp')).match(/^## /gm)).toHaveLength(9);
});

test('without the MCP endpoint, no page mentions it', () => {
  const without = new Map(markdownPages(OPERATIONS, document.components.schemas, false));
  expect(without.has(pathOf('mcp'))).toBe(false);
  expect(String(without.get('/llms.txt')?.().body)).not.toContain('MCP');
});
