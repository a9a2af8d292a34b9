/**
 * Adds UCP Lodging to the backend, over REST and MCP. Both bindings run the same operations, which call quote, booking
 * and booking detail with the token of the caller.
 */
import { ucpMeta } from '@serai/contract/agents/ucp/ucp-request.ts';
import { UCP_MCP_PATH, type UcpOperation, ucpOperationOf } from '@serai/contract/agents/ucp/ucp-route.ts';
import { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import type { Backend } from '../../platform/operations/backend.ts';
import type { BackendRequest } from '../../platform/operations/backend-request.ts';
import { errorAnswer, toApiError } from '../../platform/operations/error-answer.ts';
import { parseBody } from '../../platform/operations/parse-body.ts';
import { OutcomeUnknown } from '../../platform/operations/sent-mark.ts';
import { type McpEndpoint, type McpOutcome, type McpParts, serveMcp } from '../mcp-endpoint.ts';
import { profileUrlIn } from './negotiate.ts';
import { runSession, type UcpParts } from './run-session.ts';
import { UCP_TOOLS } from './ucp-tools.ts';

type Parts = UcpParts & McpParts;

const INSTRUCTIONS =
  'UCP Lodging: create a session for the stays of an offer, show totals and policies to a person, then complete it. Repeat a request with the same idempotency key if its response was lost.';

export function withUcp(backend: Backend, parts: Parts): Backend {
  const endpoint: McpEndpoint = {
    instructions: INSTRUCTIONS,
    tools: UCP_TOOLS,
    call: async (name, args, { claims, request }) => {
      const running = { parts, backend, request, claims };
      return toolOutcome(await runSession(running, toolRequest(name as UcpOperation, args)));
    },
  };
  return request => {
    if (request.path === UCP_MCP_PATH) return serveMcp(endpoint, parts, request);
    const operation = ucpOperationOf(request.path);
    return operation === undefined ? backend(request) : serveRest(backend, parts, request, operation);
  };
}

async function serveRest(
  backend: Backend,
  parts: Parts,
  request: BackendRequest,
  operation: UcpOperation,
): Promise<Answer> {
  try {
    const claims = await parts.verifier.verify(request.token);
    if (claims === undefined) throw new ApiError('UNAUTHORIZED', 'The token is not valid.');
    const isRead = operation === 'get_booking_session';
    const hasBody = !isRead && operation !== 'cancel_booking_session';
    return await runSession(
      { parts, backend, request, claims },
      {
        operation,
        profileUrl: profileUrlIn(request.ucp?.agent),
        idempotencyKey: isRead ? undefined : request.idempotencyKey,
        needsKey: !isRead,
        sessionId: request.ucp?.sessionId,
        body: hasBody ? parseBody(request.body) : undefined,
      },
    );
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown) throw thrown;
    return errorAnswer(toApiError(thrown, request.requestId, parts.log), request.requestId);
  }
}

const META = z.record(z.string(), z.unknown());

function toolRequest(operation: UcpOperation, { meta, id, booking }: Record<string, unknown>) {
  // Read one by one, so that an invalid field does not discard the other.
  const { 'ucp-agent': agent, 'idempotency-key': key } = META.safeParse(meta).data ?? {};
  return {
    operation,
    profileUrl: ucpMeta.shape['ucp-agent'].safeParse(agent).data?.profile,
    // An invalid key is refused like any other text that is no UUID.
    idempotencyKey: operation === 'get_booking_session' || key === undefined ? undefined : String(key),
    needsKey: operation === 'complete_booking_session' || operation === 'cancel_booking_session',
    sessionId: typeof id === 'string' ? id : undefined,
    body: booking,
  };
}

/** The result is the session, or the reason why it does not exist. Other failures are returned as errors of the tool. */
function toolOutcome({ body, code, bookingId, providerUs, trafficClass }: Answer): McpOutcome {
  const text = body.toString();
  const content = [{ type: 'text', text }];
  const result =
    code === undefined ? { content, structuredContent: JSON.parse(text) } : { content, isError: true };
  return { result, code, bookingId, providerUs, trafficClass };
}
