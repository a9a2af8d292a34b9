/**
 * Makes one attempt to send an event, without redirects, cookies or a proxy from the environment, and with limits on
 * time and response size. Never throws. The result contains an error message for the endpoint's owner.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkTargetUrl } from '../targets/target-policy.ts';
import { createTargetResolver, type TargetChecks, TargetRefused } from '../targets/target-resolver.ts';
import { parseRetryAfter } from './schedule.ts';
import { createTargetAgents, type TargetAgents, type TargetConnections } from './target-agents.ts';

export interface Post {
  url: string;
  environment: Environment;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  signal?: AbortSignal | undefined;
}

export interface PostResult {
  /** Undefined if there was no response. */
  status?: number;
  /** The first 4 KiB of the response body. */
  answer?: string;
  /** Why there is no valid response. */
  error?: string;
  retryAfterMs?: number;
  durationMs: number;
}

export interface Sender {
  postOnce(post: Post): Promise<PostResult>;
  /** Closes idle connections. */
  close(): void;
}

export interface SenderParts
  extends Pick<TargetChecks, 'policy'>,
    Pick<TargetConnections, 'clock' | 'ca' | 'connect'> {
  resolver?: TargetChecks['resolver'];
}

const TOTAL_MS = 15_000;
const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;
const HEADER_BYTES = 16 * 1024;
/**
 * Maximum number of retries if the receiver closes an idle connection just when it is reused. Each retry uses another
 * connection or opens a new one.
 */
const MOST_STALE = 5;
/** Maximum number of interim responses before the final one. They are not covered by any size limit. */
const MOST_INTERIM = 10;

export function createSender(parts: SenderParts): Sender {
  const { clock, policy } = parts;
  const connections = { ...parts, resolver: parts.resolver ?? createTargetResolver(), connectMs: TOTAL_MS };
  const agents = new Map(
    ENVIRONMENTS.map(environment => [environment, createTargetAgents(environment, connections)]),
  );

  async function postOnce(post: Post): Promise<PostResult> {
    const startedMs = clock.monotonicMs();
    const finish = (result: Omit<PostResult, 'durationMs'>) => ({
      ...result,
      durationMs: Math.round(clock.monotonicMs() - startedMs),
    });
    const refused = checkTargetUrl(post.url, post.environment, policy);
    if (refused !== undefined) return finish({ error: refused });
    const ends = new AbortController();
    const limit = clock.after(TOTAL_MS, () => ends.abort(new Error('No response within 15 s.')));
    const stop = () => ends.abort(new Error('The service was stopped.'));
    if (post.signal?.aborted) stop();
    post.signal?.addEventListener('abort', stop, { once: true });
    try {
      const pool = agents.get(post.environment) as TargetAgents;
      return finish(await exchange(post, pool, ends.signal, clock));
    } catch (error) {
      return finish({ error: ends.signal.aborted ? ends.signal.reason.message : explain(error) });
    } finally {
      limit.cancel();
      post.signal?.removeEventListener('abort', stop);
    }
  }

  return {
    postOnce,
    close() {
      for (const { http, https } of agents.values()) {
        http.destroy();
        https.destroy();
      }
    },
  };
}

type Answer = Omit<PostResult, 'durationMs'>;

async function exchange(post: Post, pool: TargetAgents, end: AbortSignal, clock: Clock): Promise<Answer> {
  for (let stale = 0; ; stale++) {
    end.throwIfAborted();
    const request = begin(post, pool);
    try {
      return await readAnswer(request, post.body, end, clock);
    } catch (error) {
      if (!request.reusedSocket || stale === MOST_STALE || end.aborted) throw error;
    }
  }
}

function begin(post: Post, pool: TargetAgents): ClientRequest {
  const url = new URL(post.url);
  const options = {
    method: 'POST',
    headers: { ...post.headers, 'content-length': post.body.length },
    maxHeaderSize: HEADER_BYTES,
  };
  return url.protocol === 'https:'
    ? httpsRequest(url, { ...options, agent: pool.https })
    : httpRequest(url, { ...options, agent: pool.http });
}

function readAnswer(request: ClientRequest, body: Buffer, end: AbortSignal, clock: Clock): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onEnd = () => request.destroy(end.reason);
    end.addEventListener('abort', onEnd, { once: true });
    let isAnswered = false;
    const fail = (error: Error) => {
      // Once a status has been received, it counts, even if the body is incomplete.
      if (!isAnswered) reject(error);
    };
    request.on('error', fail);
    request.on('close', () => {
      end.removeEventListener('abort', onEnd);
      fail(new Error('closed without a response'));
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM)
        request.destroy(new TargetRefused('The receiver did not send a valid HTTP response.'));
    });
    request.on('response', response => {
      isAnswered = true;
      readStart(response, text => resolve(toAnswer(response, text, clock.nowMs())));
    });
    request.end(body);
  });
}

function toAnswer(response: IncomingMessage, answer: string, nowMs: number): Answer {
  const { statusCode: status = 0, headers } = response;
  if (status < 100 || status > 599)
    return { answer, error: `Returned ${status}, which is not a valid HTTP status.` };
  const retryAfterMs = parseRetryAfter(headers['retry-after'], nowMs);
  return {
    status,
    answer,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Reads the body to its end, so that the connection can be reused, unless the body is too long. */
function readStart(response: IncomingMessage, done: (text: string) => void): void {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  response.on('data', (chunk: Buffer) => {
    readBytes += chunk.length;
    if (keptBytes < KEPT_BYTES) {
      kept.push(chunk.subarray(0, KEPT_BYTES - keptBytes));
      keptBytes += kept.at(-1)?.length ?? 0;
    }
    if (readBytes > READ_BYTES) response.destroy();
  });
  response.on('error', () => {});
  response.on('close', () => done(asText(Buffer.concat(kept))));
}

/** Converts the bytes to text that the database accepts, without NUL and without a partial character at the end. */
function asText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{FFFD}');
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection without a response.',
  EPIPE: 'The receiver closed the connection without a response.',
  ETIMEDOUT: 'The receiver could not be reached.',
  EHOSTUNREACH: 'The receiver could not be reached.',
  ENETUNREACH: 'The receiver could not be reached.',
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate was issued for another name.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate has an issuer that is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The receiver's certificate has an issuer that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The receiver's certificate has an issuer that is not trusted.",
};

function explain(error: unknown): string {
  if (error instanceof TargetRefused) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code in REASONS) return REASONS[code] as string;
  if (code.startsWith('HPE_')) return 'The receiver did not send a valid HTTP response.';
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 'The TLS handshake with the receiver failed.';
  return 'The receiver closed the connection without a response.';
}
