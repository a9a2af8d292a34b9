/**
 * Calls the operator interface of a running Serai, typed by the contract. By Node's own client: loading another would
 * take longer than the call.
 */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { ERRORS, type ErrorDetail } from '@serai/contract/errors.ts';
import { type OperatorOperation, operatorPath } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import { CliFailure, EXIT } from './frame/failure.ts';

const TIMEOUT_MS = 30_000;

interface OperatorAnswer<Output> {
  data: Output;
  /** The body as it came. */
  text: string;
}

export interface OperatorClient {
  /** Without an answer that says it worked this throws CliFailure. */
  call<Input extends z.ZodType, Output extends z.ZodType>(
    operation: OperatorOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<OperatorAnswer<z.output<Output>>>;
}

interface OperatorClientOptions {
  /** Address of the dashboard. */
  url: string;
  /** Undefined when there is none; the service then says 401, if it is there. */
  token(): Promise<string | undefined>;
  /** What to do when there is no token, or a wrong one. */
  tokenHint: string;
}

export function operatorClient({ url, token, tokenHint }: OperatorClientOptions): OperatorClient {
  return {
    async call(operation, input) {
      const bearer = await token();
      const { status, text } = await post(url, operatorPath(operation.name), JSON.stringify(input), bearer);
      const body = parse(text);
      if (status === 200 && body !== undefined) return { data: body as never, text };
      const { name } = operation;
      throw refusal({ name, url, status, text, body, hasToken: bearer !== undefined, tokenHint });
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
      // A connection kept for another call would keep the command alive.
      agent: false,
      timeout: TIMEOUT_MS,
    });
    request.once('timeout', () => {
      slow = true;
      request.destroy();
    });
    const answered = once(request, 'response');
    request.end(body);
    const [response] = (await answered) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await readText(response) };
  } catch (cause) {
    throw unreachable(url, slow, cause);
  }
}

function unreachable(url: string, slow: boolean, cause: unknown): CliFailure {
  return new CliFailure(
    EXIT.unreachable,
    slow
      ? `Serai at ${url} did not answer within ${TIMEOUT_MS / 1000} seconds.`
      : `Serai does not answer at ${url}.`,
    { hint: 'Start it with npm start, or name another address with --url or SERAI_DASHBOARD_PORT.', cause },
  );
}

interface ErrorBody {
  error: { code: string; message: string; details?: ErrorDetail[]; requestId?: string };
}

interface Refused {
  /** Of the operation. */
  name: string;
  url: string;
  status: number;
  text: string;
  body: unknown;
  hasToken: boolean;
  tokenHint: string;
}

function refusal({ name, url, status, text, body, hasToken, tokenHint }: Refused): CliFailure {
  if (!isErrorBody(body)) {
    return new CliFailure(EXIT.unreachable, `What answers at ${url} is not Serai (status ${status}).`, {
      hint: 'Name the address of the dashboard with --url, or set SERAI_DASHBOARD_PORT.',
    });
  }
  const { code, message, details = [], requestId } = body.error;
  const lines = details.map(detail => `${detail.path || '/'}: ${detail.message}`);
  if (status === 401) {
    const problem = hasToken ? `The operator token is not the one of ${url}.` : 'There is no operator token.';
    return new CliFailure(EXIT.notAllowed, problem, { hint: tokenHint, body: text });
  }
  if (status === 403) return new CliFailure(EXIT.notAllowed, message, { body: text });
  return new CliFailure(EXIT.failed, message, {
    details: lines,
    body: text,
    ...hintFor(code, name, requestId),
  });
}

/** Where the ids of a resource are found, unless its commands have a list. */
const LISTS: Readonly<Record<string, string>> = {
  deliveries: 'serai webhooks list, serai webhooks deliveries, serai events',
  events: 'serai events',
};

function listOf(resource: string): string {
  return LISTS[resource] ?? `serai ${resource} list`;
}

function hintFor(code: string, name: string, requestId: string | undefined): { hint?: string } {
  const id = requestId === undefined ? '' : ` The request was ${requestId}.`;
  switch (code) {
    case 'NOT_FOUND':
    case 'BOOKING_NOT_FOUND':
      return { hint: `Look for the right id in a list: ${listOf(name.split('/')[0] ?? '')}.` };
    case 'INVALID_STATE':
      return name === 'deliveries/replay' ? { hint: 'serai webhooks resume <endpointId> enables it.' } : {};
    case 'INTERNAL_ERROR':
      return { hint: `The log of the service says more.${id}` };
    case 'SERVICE_UNAVAILABLE':
      return { hint: `Try again in a moment; serai doctor looks for the cause.${id}` };
    case 'VALIDATION_ERROR':
      return { hint: 'Correct this and try again.' };
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
