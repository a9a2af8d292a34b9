/** Chooses and applies content encodings. The thread pool does the work, so that the event loop stays free. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, zstdCompress } from 'node:zlib';
import { ApiError } from '../api-error.ts';
import type { Answer } from '../operations/answer.ts';
import { bodyTooLarge, MAX_BODY_BYTES } from './media.ts';

export type Encoding = 'br' | 'zstd' | 'gzip';

/** Smaller bodies are sent as they are: compressing them saves less than a network packet. */
const MIN_BYTES = 1024;
/** For responses that are compressed once and sent once. The preferred encoding comes first. */
const DYNAMIC_ENCODINGS = ['zstd', 'gzip'] as const satisfies readonly Encoding[];

/**
 * Returns the offered encoding with the highest weight in an Accept-Encoding header such as `gzip, zstd;q=0.8`. Of
 * equal weights, the one offered first wins. Undefined if the client accepts none or prefers an uncompressed body.
 */
export function chooseEncoding<Offered extends Encoding>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  if (header === undefined || header === '') return undefined;
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map(part => part.trim());
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, Number(weight) || 0);
  }
  const weightOf = (encoding: Offered) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = offered.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (best === undefined || weightOf(best) === 0) return undefined;
  return weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** Returns undefined if the response is sent uncompressed. */
export function compressAnswer(
  answer: Answer,
  acceptEncoding: string | undefined,
): Promise<Answer> | undefined {
  answer.headers.vary = 'Accept-Encoding';
  // The number of characters is known. The number of bytes is never smaller, and counting them takes time.
  const isSmall = answer.body.length < MIN_BYTES && Buffer.byteLength(answer.body) < MIN_BYTES;
  if (isSmall) return undefined;
  const encoding = chooseEncoding(acceptEncoding, DYNAMIC_ENCODINGS);
  if (encoding === undefined) return undefined;
  const compressed = (body: Buffer) => ({
    ...answer,
    headers: { ...answer.headers, 'content-encoding': encoding },
    body,
    bodyBytes: body.length,
  });
  // If compression fails, the response is sent uncompressed.
  const { body } = answer;
  return QUICKLY[encoding](typeof body === 'string' ? Buffer.from(body) : body).then(
    compressed,
    () => answer,
  );
}

const asyncGzip = promisify(gzip);
const asyncZstd = promisify(zstdCompress);
const asyncBrotli = promisify(brotliCompress);
const asyncGunzip = promisify(gunzip);

/**
 * The levels with the best ratio of saved bytes to time on search responses. `npm run bench -- compression` measures
 * them.
 */
const QUICKLY: Record<(typeof DYNAMIC_ENCODINGS)[number], (body: Buffer) => Promise<Buffer>> = {
  zstd: body => asyncZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  gzip: body => asyncGzip(body, { level: 1 }),
};

/** For bodies that are compressed once and sent many times. */
export const compressThoroughly: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  // Compresses almost as well as the highest level, in a tenth of the time.
  br: body => asyncBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  zstd: body => asyncZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  gzip: body => asyncGzip(body, { level: 9 }),
};

/** The uncompressed body of a request. It may be no larger than a body that was sent uncompressed. */
export async function decompressBody(body: Buffer): Promise<Buffer> {
  try {
    return await asyncGunzip(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge();
    throw new ApiError('INVALID_JSON', 'The body is not valid gzip data, although Content-Encoding is gzip.');
  }
}
