import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { regionNames } from './region-names.ts';
import { REGIONS_FILE } from './seed-files.ts';

it('Sardinia has a local name in Italian and other names in Spanish and German', () => {
  const names = regionNames(new Set(['IT.14'])).map(({ name, language, class: nameClass }) => [
    language,
    name,
    nameClass,
  ]);
  expect(names).toContainEqual(['it', 'Sardegna', 1]);
  expect(names).toContainEqual(['es', 'Cerdeña', 2]);
  expect(names).toContainEqual(['de', 'Sardinien', 2]);
});

it('names are added only to regions that exist', () => {
  expect(regionNames(new Set(['XX.01']))).toEqual([]);
});

it('every region with additional names is in the seed, and no name is listed twice', async () => {
  const regions = JSON.parse(await readFile(REGIONS_FILE, 'utf8')) as { code: string }[];
  const known = new Set(regions.map(({ code }) => code));
  const listed = regionNames({ has: () => true } as unknown as ReadonlySet<string>);
  expect(listed.length).toBeGreaterThan(500);
  expect(listed.filter(({ sourceId }) => !known.has(sourceId))).toEqual([]);
  const keys = listed.map(({ sourceId, language, name }) => `${sourceId} ${language} ${name}`);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  for (const { language, name } of listed) {
    expect(language).toMatch(/^[a-z]{2}$/);
    expect(name.trim()).toBe(name);
  }
});
