/** Checks that links between documents point to existing files and headings. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './install.mjs';

const files = globSync(['*.md', 'docs/**/*.md', 'sdk/*.md', 'examples/*.md'], { cwd: repositoryRoot });

test.each(files)('%s', file => {
  const text = readFileSync(join(repositoryRoot, file), 'utf8');
  const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(match => match[1] as string)
    .filter(link => !/^[a-z]+:/.test(link) && !leadsSomewhere(file, link));
  expect(broken).toEqual([]);
});

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? join(repositoryRoot, file) : join(repositoryRoot, dirname(file), path);
  if (!existsSync(target)) return false;
  return heading === undefined || headingsOf(readFileSync(target, 'utf8')).has(heading);
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
