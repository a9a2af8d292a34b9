import { readFileSync } from 'node:fs';
import { ERROR_CODES } from '@serai/contract/errors.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { QUOTE_CANCELLATION, SDK_METHODS } from '@serai/contract/snippets.ts';
import { describe, expect, test } from 'vitest';
import { Serai } from '../../../sdk/src/serai.ts';
import { referencePages } from './reference.ts';

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const pages = referencePages(OPERATIONS, document, { hasMcp: true });
const drawn = Object.entries(pages).map(([path, draw]) => ({ path, ...draw() }));
const texts = drawn
  .filter(({ type }) => type.startsWith('text/html'))
  .map(page => ({ ...page, html: String(page.body) }));
const byPath = new Map(texts.map(page => [page.path, page]));
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(match => match[1] as string);

describe.each(texts.map(page => [page.path, page] as const))('%s', (_, { html, headers }) => {
  test('the reference page loads nothing from other hosts and has no inline script or style', () => {
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(
      match => match[1],
    );
    expect(loaded).toHaveLength(2);
    for (const path of loaded) expect(pages).toHaveProperty([path as string]);
    expect(html).not.toMatch(/<script>|<style|\sstyle="|\son\w+="/);
    expect(headers?.['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self';/,
    );
  });

  test('the reference page has unique anchors and only valid links', () => {
    const ids = idsOf(html);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (href === '/openapi.json') continue;
      const [path, id] = href.split('#') as [string, string?];
      const target = path === '' ? html : byPath.get(path)?.html;
      expect(target, href).toBeDefined();
      if (id !== undefined) expect(idsOf(target as string), href).toContain(id);
    }
  });
});

test('every operation has a page in the reference, and every API error and event has an anchor', () => {
  for (const { name, path, errors } of OPERATIONS) {
    const { html } = byPath.get(`/docs/${name}`) as { html: string };
    expect(html).toContain(path);
    for (const code of errors) expect(html).toContain(`/docs/errors#${code}`);
  }
  const declared = ERROR_CODES.filter(code => OPERATIONS.some(({ errors }) => errors.includes(code)));
  expect(idsOf(byPath.get('/docs/errors')?.html as string)).toEqual(expect.arrayContaining(declared));
  expect(idsOf(byPath.get('/docs/events')?.html as string)).toEqual(expect.arrayContaining([...EVENT_TYPES]));
});

test('every result of the reference search leads to an existing anchor', () => {
  const script = drawn.find(({ type }) => type.startsWith('text/javascript'));
  const { entries, members } = JSON.parse(/^const INDEX = (.*);$/m.exec(String(script?.body))?.[1] ?? '{}');
  const hrefs: string[] = entries.map(([, , path]: string[]) => path);
  for (const [page, part, paths] of members as [string, string, string][]) {
    hrefs.push(...paths.split(' ').map(path => `/docs/${page}#${part}.${path}`));
  }
  const known = new Set(texts.flatMap(({ path, html }) => [path, ...idsOf(html).map(id => `${path}#${id}`)]));
  expect(hrefs.length).toBeGreaterThan(500);
  expect(hrefs.filter(href => !known.has(href))).toEqual([]);
});

test('every SDK method shown in the reference exists', () => {
  const serai = new Serai({ apiKey: 'serai_sandbox_x', baseUrl: 'http://127.0.0.1:1' });
  expect(Object.keys(SDK_METHODS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  for (const method of [...Object.values(SDK_METHODS), QUOTE_CANCELLATION]) {
    const [resource = '', name = ''] = method.split('.');
    const found = (serai as unknown as Record<string, Record<string, unknown>>)[resource]?.[name];
    expect(found, method).toBeTypeOf('function');
  }
});

test('the URL /docs/ with a trailing slash redirects to the reference', () => {
  expect(pages['/docs/']?.()).toMatchObject({ status: 308, headers: { location: '/docs' } });
});

test('the reference marks only request fields as required', () => {
  const [request = '', answer = ''] = String(byPath.get('/docs/booking')?.html).split('<h2 id="answer">');
  expect(request).toContain('class="required"');
  expect(answer).not.toContain('class="required"');
  expect(byPath.get('/docs/events')?.html).not.toContain('class="required"');
});

test('the table of outcomes in a description is a table on the page, with constants as code', () => {
  const page = String(byPath.get('/docs/booking')?.html);
  expect(page).toContain('<th>Status</th><th>Meaning</th><th>What to do</th>');
  expect(page).toContain('<td>409 <code>PRICE_CHANGED</code></td>');
  expect(page).not.toContain('| ---');
});
