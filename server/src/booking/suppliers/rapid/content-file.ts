/**
 * Reads Rapid's file of all properties page by page while it is downloaded, so that memory does not depend on its size. The
 * download stays open between pages. Another process continues at the same line of the same file by skipping the lines before it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { objectOf, textOf } from '../../../platform/json-values.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import { splitLines } from '../../../platform/text-files/split-lines.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import { type RapidClient, readResponse } from './client.ts';

const MAX_LINK_BYTES = 64 * 1024;
/** Longer than any property with its rooms and pictures. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** A page ends when it has this many characters, because it is stored in one statement. */
const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

export interface FilePosition {
  /** Identifies the version of the file. Null before it is known. */
  file: string | null;
  /** Number of lines that were read before. */
  line: number;
}

export interface FilePage {
  lines: readonly string[];
  /** Number of lines that are too long or not valid UTF-8. */
  badLines: number;
  position: FilePosition;
  isLast: boolean;
  asOfMs: number | undefined;
}

interface Download {
  file: string;
  asOfMs: number | undefined;
  batches: AsyncIterator<{ first: number; lines: string[] }>;
  /** Lines that were read and do not belong to a page yet. */
  waiting: string[];
  line: number;
  badLines: number;
  abort: AbortController;
}

export interface ContentFileOptions {
  client: RapidClient;
  http: Pick<OutboundClient, 'open'>;
  /** Only for test accounts. */
  baseUrl: string | undefined;
  query: readonly (readonly [string, string])[];
  pageSize: number;
}

export class ContentFile {
  readonly #options: ContentFileOptions;
  #download: Download | undefined;

  constructor(options: ContentFileOptions) {
    this.#options = options;
  }

  /** NONE if the account has no such file. GONE if there is a new file, so that the run must start again. */
  async page(call: Call, position: FilePosition): Promise<Read<FilePage>> {
    const opened = await this.#at(call, position);
    if (opened.kind !== 'OK') return opened;
    const download = opened.value;
    const stop = () => download.abort.abort();
    call.signal.addEventListener('abort', stop, { once: true });
    if (call.signal.aborted) stop();
    try {
      const badBefore = download.badLines;
      await skipTo(download, position.line);
      const { lines, isLast } = await nextLines(download, this.#options.pageSize);
      const page: FilePage = {
        lines,
        badLines: download.badLines - badBefore,
        position: { file: download.file, line: download.line },
        isLast,
        asOfMs: download.asOfMs,
      };
      if (isLast) await this.close();
      return { kind: 'OK', value: page };
    } catch (error) {
      await this.close();
      return { kind: 'FAILED', cause: call.signal.aborted ? 'TIMEOUT' : causeOf(error) };
    } finally {
      call.signal.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    this.#download?.abort.abort();
    this.#download = undefined;
  }

  /** The current download if it is at the position, otherwise a new one. */
  async #at(call: Call, { file, line }: FilePosition): Promise<Read<Download>> {
    const current = this.#download;
    if (current !== undefined && current.file === file && current.line === line)
      return { kind: 'OK', value: current };
    await this.close();
    const link = await this.#link(call);
    if (link.kind !== 'OK') return link;
    const opened = await this.#open(call, link.value);
    if (opened.kind !== 'OK') return opened;
    if (file !== null && opened.value.file !== file) {
      opened.value.abort.abort();
      return { kind: 'GONE' };
    }
    this.#download = opened.value;
    return opened;
  }

  async #link(call: Call): Promise<Read<URL>> {
    const { client, query } = this.#options;
    const target = { path: '/files/properties/content', query };
    const reply = await client.send(call, { method: 'GET', target, maxBytes: MAX_LINK_BYTES });
    if (reply.kind === 'RESPONSE' && reply.status === 404) return { kind: 'NONE' };
    const { response, failure } = readResponse(reply);
    if (failure !== undefined) return failure;
    const href = textOf(objectOf(response?.body)?.href) ?? '';
    const url = URL.canParse(href) ? new URL(href) : undefined;
    if (url === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    return this.#isSimulator(url) || isPublicName(url)
      ? { kind: 'OK', value: url }
      : { kind: 'FAILED', cause: 'ENVIRONMENT' };
  }

  #isSimulator(url: URL): boolean {
    const { baseUrl } = this.#options;
    return baseUrl !== undefined && url.origin === new URL(baseUrl).origin;
  }

  /** The link is signed and leads to a file server, so the credentials of the account are not sent there. */
  async #open(call: Call, url: URL): Promise<Read<Download>> {
    // The download outlives the call, so it has a signal of its own.
    const abort = new AbortController();
    const stop = () => abort.abort();
    call.signal.addEventListener('abort', stop, { once: true });
    if (call.signal.aborted) stop();
    const opened = await this.#options.http.open({
      url,
      headers: {},
      signal: abort.signal,
      isPublicOnly: !this.#isSimulator(url),
    });
    call.signal.removeEventListener('abort', stop);
    if (opened.kind === 'NOT_SENT') return { kind: 'FAILED', cause: 'CONNECTION' };
    if (opened.kind === 'LOST') return { kind: 'FAILED', cause: opened.cause };
    const { status, headers, body } = opened;
    if (status !== 200) {
      body.destroy();
      return { kind: 'FAILED', cause: 'SERVER' };
    }
    const modifiedMs = Date.parse(headers['last-modified'] ?? '');
    const download: Download = {
      file: fileOf(headers),
      asOfMs: Number.isNaN(modifiedMs) ? undefined : modifiedMs,
      batches: splitLines(unzipped(body), MAX_LINE_BYTES, () => {
        download.badLines += 1;
      }),
      waiting: [],
      line: 0,
      badLines: 0,
      abort,
    };
    return { kind: 'OK', value: download };
  }
}

/**
 * Identifies the version of the file by a response header. If there is no such header, each download counts as another
 * file, so that a run never continues in the middle of a file that may have changed.
 */
export function fileOf({
  etag,
  'last-modified': modified,
  'content-length': length,
}: IncomingHttpHeaders): string {
  if (etag === undefined && modified === undefined && length === undefined) return randomUUID();
  return etag ?? `${modified ?? ''} ${length ?? ''}`;
}

const INTERNAL_NAMES = /(?:^|\.)(?:internal|local|localhost|home\.arpa)$/;

/**
 * The link comes from a response, so it must not lead to a service in the operator's own network. The HTTP client checks the
 * addresses of the name.
 */
export function isPublicName({ protocol, port, username, password, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    isIP(host) === 0 &&
    host.includes('.') &&
    // A trailing dot would hide an internal name, and the addresses of file servers have none.
    !host.endsWith('.') &&
    !INTERNAL_NAMES.test(host)
  );
}

/** Errors of the download reach the reader of the unzipped bytes. A truncated file is such an error. */
function unzipped(body: Readable): AsyncIterable<Buffer> {
  return pipeline(body, createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
}

async function skipTo(download: Download, line: number): Promise<void> {
  while (download.line < line) {
    if (download.waiting.length === 0 && !(await fill(download))) return;
    const skipped = Math.min(download.waiting.length, line - download.line);
    download.waiting.splice(0, skipped);
    download.line += skipped;
  }
}

async function nextLines(download: Download, limit: number): Promise<{ lines: string[]; isLast: boolean }> {
  const lines: string[] = [];
  let characters = 0;
  while (lines.length < limit && characters < MAX_PAGE_CHARACTERS) {
    if (download.waiting.length === 0 && !(await fill(download))) return { lines, isLast: true };
    const line = download.waiting.shift() ?? '';
    download.line += 1;
    characters += line.length;
    if (line.trim() !== '') lines.push(line);
  }
  return { lines, isLast: download.waiting.length === 0 && !(await fill(download)) };
}

/** Returns false at the end of the file. */
async function fill(download: Download): Promise<boolean> {
  const { value, done } = await download.batches.next();
  if (done === true) return false;
  download.waiting = value.lines;
  return download.waiting.length > 0 || fill(download);
}

function causeOf(error: unknown): 'UNREADABLE' | 'CONNECTION' {
  const { code = '' } = error as { code?: string };
  return code.startsWith('Z_') ? 'UNREADABLE' : 'CONNECTION';
}
