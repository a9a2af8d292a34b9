/** Serves the built dashboard from disk. Only names in a fixed format are read, so no path leads out of the folder. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Memo } from '../platform/cache/memo.ts';
import type { Answer } from '../platform/operations/answer.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const ASSET = /^\/assets\/[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const ROOT_FILE = /^\/[A-Za-z0-9_-]+\.[a-z0-9]+$/;
/** Pages are rendered in the browser, so every path in this format returns the same document. */
const PAGE = /^\/(?!assets\/)(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\/?)?$/;

const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.svg', '.txt']);
/** Compresses almost as well as the highest quality, in a tenth of the time. */
const QUALITY = 9;
const compress = promisify(brotliCompress);
/** By path. The name of a built file contains a hash of its content, so each file is compressed only once. */
const compressed = new Memo<string, Promise<Buffer>>();

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Serai</title>
<h1>The dashboard is not built</h1>
<p>Run <code>npm run build --workspace dashboard</code>, or start with <code>npm start</code>, which builds it.</p>
</html>
`;

export interface DashboardFiles {
  isBuilt(): boolean;
  /** The response to a `GET` or `HEAD` request that is neither for a plain page nor below `/api`. */
  find(target: string, acceptEncoding?: string): Promise<Answer>;
}

export function dashboardFiles(folder: string): DashboardFiles {
  async function read(name: string, cacheControl: string): Promise<Answer | undefined> {
    const type = TYPES[extname(name)];
    if (type === undefined) return undefined;
    try {
      const body = await readFile(join(folder, name));
      return { status: 200, headers: { 'content-type': type, 'cache-control': cacheControl }, body };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
      throw error;
    }
  }

  async function readAsset(name: string, acceptEncoding: string): Promise<Answer | undefined> {
    const answer = await read(name, 'public, max-age=31536000, immutable');
    if (answer === undefined || !COMPRESSIBLE.has(extname(name))) return answer;
    answer.headers.vary = 'Accept-Encoding';
    if (!/(?:^|,)\s*br\s*(?:,|$)/.test(acceptEncoding)) return answer;
    const body = await compressed.get(join(folder, name), () =>
      compress(answer.body as Buffer, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    );
    return { ...answer, headers: { ...answer.headers, 'content-encoding': 'br' }, body };
  }

  return {
    isBuilt: () => existsSync(join(folder, 'index.html')),
    async find(target, acceptEncoding = '') {
      const [path = ''] = target.split('?', 1);
      if (ASSET.test(path)) return (await readAsset(path, acceptEncoding)) ?? notFound();
      if (PAGE.test(path)) return (await read('index.html', 'no-store')) ?? notBuilt();
      if (ROOT_FILE.test(path)) return (await read(path, 'no-cache')) ?? notFound();
      return notFound();
    },
  };
}

function notFound(): Answer {
  return { status: 404, headers: plain('text/plain; charset=utf-8'), body: 'Not found.\n' };
}

function notBuilt(): Answer {
  return { status: 503, headers: plain('text/html; charset=utf-8'), body: NOT_BUILT };
}

function plain(type: string): Record<string, string> {
  return { 'content-type': type, 'cache-control': 'no-store' };
}
