/** Sends one request over a keep-alive connection and returns the response, or the reason why none arrived. */
import { Agent, request } from 'node:http';
import type { Loose } from '../../server/test/booking-request.ts';

export type SendResult =
  | { kind: 'answered'; status: number; json: Loose; tookMs: number }
  /** The connection was refused, so nothing was sent. */
  | { kind: 'unsent'; code: string; tookMs: number }
  /** The outcome is unknown. */
  | { kind: 'lost'; code: string; tookMs: number };

/**
 * Shorter than the gateways' keep-alive timeout, so that no request is sent on a connection that is being closed.
 */
const REST_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: REST_MS });
const UNSENT = new Set(['ECONNREFUSED']);

export function sendRequest(
  url: string,
  body: object,
  options: { key: string; timeoutMs: number; headers?: Record<string, string> },
): Promise<SendResult> {
  const startedMs = performance.now();
  const took = () => performance.now() - startedMs;
  return new Promise(resolve => {
    const lose = (code: string) =>
      resolve({ kind: UNSENT.has(code) ? 'unsent' : 'lost', code, tookMs: took() });
    const headers = {
      authorization: `ApiKey ${options.key}`,
      'content-type': 'application/json',
      ...options.headers,
    };
    const sent = request(url, { method: 'POST', agent, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('error', () => lose('CUT'));
      response.on('aborted', () => lose('CUT'));
      response.on('end', () => {
        clearTimeout(timer);
        try {
          const json = JSON.parse(text);
          resolve({ kind: 'answered', status: response.statusCode ?? 0, json, tookMs: took() });
        } catch {
          lose('NO_JSON');
        }
      });
    });
    const timer = setTimeout(() => {
      lose('TIMEOUT');
      sent.destroy();
    }, options.timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      lose(error.code ?? 'ERROR');
    });
    sent.end(JSON.stringify(body));
  });
}
