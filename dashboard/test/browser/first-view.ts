import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openSettled } from './pages.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** The limit of all scripts of the first view together, compressed with gzip. */
export const FIRST_VIEW_LIMIT_KB = 200;

export interface Script {
  path: string;
  body: Buffer;
  gzipKb: number;
}

/** Opens the overview, and returns the built scripts that the browser has loaded when it is shown. The largest is first. */
export async function openFirstView(page: Page): Promise<Script[]> {
  const paths = new Set<string>();
  page.on('request', request => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname);
  });
  await openSettled(page, '/sandbox');
  const scripts = await Promise.all(
    [...paths].map(async path => {
      const body = await readFile(join(DIST, path));
      return { path, body, gzipKb: gzipSync(body).length / 1000 };
    }),
  );
  return scripts.sort((a, b) => b.gzipKb - a.gzipKb);
}

export function totalKb(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { gzipKb }) => sum + gzipKb, 0);
}
