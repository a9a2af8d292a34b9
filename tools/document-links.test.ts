/**
 * Links between the documents of the repository, and mentions of documents elsewhere, lead to existing files and
 * headings.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './install.mjs';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'sdk/*.md', 'examples/*.md'], { cwd: repositoryRoot });
const others = globSync(
  ['deploy/**/*.{yaml,cfg,service,env}', 'server/src/**/*.ts', 'contract/src/**/*.ts'],
  {
    cwd: repositoryRoot,
  },
);

test.each(documents)('every link and image in %s leads to an existing file and heading', file => {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? (image as string),
  );
  const local = links.filter(link => !/^[a-z]+:/.test(link));
  expect(local.filter(link => !exists(link, file))).toEqual([]);
});

test('every document and heading mentioned in the deployment files and the code exists', () => {
  const mentions = others.flatMap(file =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([mention]) => ({ file, mention })),
  );
  expect(mentions.length).toBeGreaterThan(20);
  expect(mentions.filter(({ mention }) => !exists(mention, 'README.md'))).toEqual([]);
});

function exists(link: string, from: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(repositoryRoot, target))) return false;
  return heading === undefined || headingsOf(read(target)).has(heading);
}

function headingsOf(text: string): Set<string> {
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(match => match[1] as string);
  return new Set(
    titles.map(title =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}
