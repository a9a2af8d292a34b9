/**
 * Calls the operator API of a running service, typed by the contract. It uses Node's own HTTP client, because loading
 * another client takes longer than the call.
 */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { ERRORS, type ErrorDetail } from '@serai/contract/errors.ts';
import { type OperatorOperation, operatorPath } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { urlHost } from '../platform/http/open-address.ts';
import { OPERATOR_TOKEN_FILE, readSecretFile } from '../platform/secrets/secret-file.ts';
import { StartError } from '../platform/start-error.ts';
import { CliFailure, EXIT } from './frame/failure.ts';

const TIMEOUT_MS = 30_000;

interface OperatorResponse<Output> {
  data: Output;
  text: string;
}

export interface OperatorClient {
  /** Throws a CliFailure if the call does not succeed. */
  call<Input extends z.ZodType, Output extends z.ZodType>(
    operation: OperatorOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<OperatorResponse<z.output<Output>>>;
}

interface OperatorClientOptions {
  /** URL of the dashboard. */
  url: string;
  /** Undefined if there is no token. The service then returns 401. */
  token(): Promise<string | undefined>;
  tokenHint: string;
}

/** The URL of the dashboard on this machine. */
export function dashboardUrl({ settings }: Config): string {
  return `http://${urlHost(settings.SERAI_HOST)}:${settings.SERAI_DASHBOARD_PORT}`;
}

/** `givenUrl` overrides the URL from the settings. */
export function connectClient(config: Config, givenUrl: string | undefined): OperatorClient {
  const ownUrl = dashboardUrl(config);
  const url = givenUrl ?? ownUrl;
  const { SERAI_OPERATOR_TOKEN: token, SERAI_DATA_DIR: dataDir } = config.settings;
  const path = join(dataDir, OPERATOR_TOKEN_FILE);
  if (token !== undefined) {
    return operatorClient({ url, token: async () => token, tokenHint: 'Correct SERAI_OPERATOR_TOKEN.' });
  }
  // The file contains the token for the service on this machine, which must not be sent to any other host.
  if (!isLocal(url, ownUrl)) {
    const tokenHint = `Set SERAI_OPERATOR_TOKEN to the operator token of ${url}. It is in the file ${OPERATOR_TOKEN_FILE} of its data folder.`;
    return operatorClient({ url, token: async () => undefined, tokenHint });
  }
  return operatorClient({
    url,
    token: () => readToken(path),
    tokenHint: `It is read from ${path}. Set SERAI_DATA_DIR to the folder that the service uses, or SERAI_OPERATOR_TOKEN to its token.`,
  });
}

function isLocal(url: string, ownUrl: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\./.test(hostname) ||
    hostname === new URL(ownUrl).hostname
  );
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return (await readSecretFile(path)) || undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new CliFailure(EXIT.notAllowed, error.message, { hint: error.hint, cause: error });
  }
}

function operatorClient({ url, token, tokenHint }: OperatorClientOptions): OperatorClient {
  return {
    async call(operation, input) {
      const bearer = await token();
      const { status, text } = await post(url, operatorPath(operation.name), JSON.stringify(input), bearer);
      const body = parse(text);
      if (status === 200 && body !== undefined) return { data: body as never, text };
      const { name } = operation;
      throw failureOf({ name, url, status, text, body, hasToken: bearer !== undefined, tokenHint });
    },
  };
}

async function post(url: string, path: string, body: string, bearer: string | undefined) {
  let slow = false;
  const to = new URL(path, url);
  try {
    const request = (to.protocol === 'https:' ? https : http).request(to, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      // A pooled connection would keep the process alive.
      agent: false,
      timeout: TIMEOUT_MS,
    });
    request.once('timeout', () => {
      slow = true;
      request.destroy();
    });
    const responded = once(request, 'response');
    request.end(body);
    const [response] = (await responded) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await readText(response) };
  } catch (cause) {
    throw unreachable(url, slow, cause);
  }
}

function unreachable(url: string, slow: boolean, cause: unknown): CliFailure {
  return new CliFailure(
    EXIT.unreachable,
    slow
      ? `Serai at ${url} did not respond within ${TIMEOUT_MS / 1000} seconds.`
      : `Serai is not reachable at ${url}.`,
    { hint: 'Start it with npm start, or set another URL with --url or SERAI_DASHBOARD_PORT.', cause },
  );
}

interface ErrorBody {
  error: { code: string; message: string; details?: ErrorDetail[]; requestId?: string };
}

interface ErrorResponse {
  name: string;
  url: string;
  status: number;
  text: string;
  body: unknown;
  hasToken: boolean;
  tokenHint: string;
}

function failureOf({ name, url, status, text, body, hasToken, tokenHint }: ErrorResponse): CliFailure {
  if (!isErrorBody(body)) {
    return new CliFailure(EXIT.unreachable, `The server at ${url} is not Serai (status ${status}).`, {
      hint: 'Set the URL of the dashboard with --url, or its port with SERAI_DASHBOARD_PORT.',
    });
  }
  const { code, message, details = [], requestId } = body.error;
  const lines = details.map(detail => `${detail.path || '/'}: ${detail.message}`);
  if (status === 401) {
    const problem = hasToken ? `The operator token is not valid at ${url}.` : 'There is no operator token.';
    return new CliFailure(EXIT.notAllowed, problem, { hint: tokenHint, body: text });
  }
  if (status === 403) return new CliFailure(EXIT.notAllowed, message, { body: text });
  return new CliFailure(EXIT.failed, message, {
    details: lines,
    body: text,
    ...hintFor(code, name, requestId),
  });
}

/** Commands that list the IDs of a resource if `serai <resource> list` does not. */
/** For resources without a list of their own. */
const LISTS: Readonly<Record<string, string>> = {
  audit: 'serai audit',
  billing: 'serai partners list, serai billing entries list',
  deliveries: 'serai webhooks list, serai webhooks deliveries, serai events',
  events: 'serai events',
  guests: 'serai bookings list',
  inventory: 'serai hotels list',
  mapping: 'serai mapping queue',
  notices: 'serai notices',
  orphans: 'serai attention list',
  pricing: 'serai pricing rules list',
  reports: 'serai partners list',
  sandbox: 'serai partners list, serai keys list',
  search: 'serai partners list',
  security: 'serai partners list',
  session: 'serai members list',
  usage: 'serai partners list, serai keys list',
};

export function listOf(resource: string): string {
  return LISTS[resource] ?? `serai ${resource} list`;
}

function hintFor(code: string, name: string, requestId: string | undefined): { hint?: string } {
  const id = requestId === undefined ? '' : ` The request id is ${requestId}.`;
  switch (code) {
    case 'NOT_FOUND':
    case 'BOOKING_NOT_FOUND':
      return { hint: `Find the right id with ${listOf(name.split('/')[0] ?? '')}.` };
    case 'INVALID_STATE':
      return name === 'deliveries/replay'
        ? { hint: 'Enable the endpoint with serai webhooks resume <endpointId>.' }
        : {};
    case 'INTERNAL_ERROR':
      return { hint: `See the service log.${id}` };
    case 'SERVICE_UNAVAILABLE':
      return { hint: `Try again shortly, or find the cause with serai doctor.${id}` };
    case 'VALIDATION_ERROR':
      return { hint: 'Correct the input and try again.' };
    case 'INVALID_CURSOR':
      return { hint: ERRORS[code].action };
    default:
      return {};
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as ErrorBody | undefined)?.error?.code === 'string';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
