/**
 * The page `/metrics`, for clients with a token. On a local installation, requests for a loopback host need no token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { ApiError } from '../platform/api-error.ts';
import type { DrawPage } from '../platform/http/plain-pages.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import { isLoopbackHost } from '../platform/http/request-target.ts';
import { METRICS_TYPE } from '../platform/metrics.ts';
import { errorAnswer } from '../platform/operations/error-answer.ts';
import type { Settings } from '../settings-table.ts';

type MetricsSettings = Pick<Settings, 'SERAI_HOST' | 'SERAI_METRICS_TOKEN' | 'SERAI_OPERATOR_TOKEN'>;

const MESSAGE =
  'Metrics require a token. Send `Authorization: Bearer <token>` with SERAI_METRICS_TOKEN or the operator token.';

/** `operatorToken` is the token in the data folder, if it exists. */
export function metricsPage(
  render: () => string | Promise<string>,
  settings: MetricsSettings,
  operatorToken?: string,
): DrawPage {
  const tokens = [settings.SERAI_METRICS_TOKEN, settings.SERAI_OPERATOR_TOKEN, operatorToken]
    .filter(token => token !== undefined)
    .map(digest);
  const { SERAI_HOST: host } = settings;
  const isBoundToLoopback = isLoopbackHost(isIPv6(host) ? `[${host}]` : host);
  return async request => {
    if ((isBoundToLoopback && isLocal(request)) || hasToken(request, tokens)) {
      return { status: 200, type: METRICS_TYPE, body: await render() };
    }
    const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
    const { status, headers, body } = errorAnswer(new ApiError('UNAUTHORIZED', MESSAGE), requestId);
    const type = headers['content-type'] as string;
    return { status, type, body, headers: { 'www-authenticate': 'Bearer' } };
  };
}

/** Forwarded requests are not local, because a proxy on the same machine may send a loopback name for any client. */
function isLocal({ headers }: IncomingMessage): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopbackHost(headers.host);
}

/** Compares digests, so that the timing reveals neither the characters nor the length of the token. */
function hasToken({ headers }: IncomingMessage, tokens: readonly Buffer[]): boolean {
  const given = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return false;
  const presented = digest(given);
  return tokens.some(token => timingSafeEqual(token, presented));
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
