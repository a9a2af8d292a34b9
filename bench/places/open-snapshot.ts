/** Opens and searches a snapshot file in a separate process, and measures its start time and memory. */
import { open, readFile } from 'node:fs/promises';
import { openPlaceIndex } from '../../server/src/content/places/search-index/place-index.ts';
import { measureSearch } from './measure-search.ts';

const [file, queriesFile] = process.argv.slice(2) as [string, string];
const before = process.memoryUsage().rss;
const startMs = performance.now();
const handle = await open(file);
const { size } = await handle.stat();
const buffer = new SharedArrayBuffer(size);
for (let at = 0; at < size; ) at += (await handle.read(new Uint8Array(buffer, at))).bytesRead;
await handle.close();
const index = openPlaceIndex(buffer);
index.search({ query: 'barcelona', limit: 10 });
const readyMs = performance.now() - startMs;
const queries: { query: string }[] = JSON.parse(await readFile(queriesFile, 'utf8'));
const took = [...measureSearch(index, queries)];
const memoryBytes = process.memoryUsage().rss - before;
console.log(JSON.stringify({ readyMs, memoryBytes, names: index.nameCount, snapshotBytes: size, took }));
