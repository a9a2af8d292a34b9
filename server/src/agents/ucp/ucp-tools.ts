/** The tools of the MCP binding as clients see them. They are constants. */
import { ucpCompletion, ucpMeta, ucpSession } from '@serai/contract/agents/ucp/ucp-request.ts';
import type { UcpOperation } from '@serai/contract/agents/ucp/ucp-route.ts';
import { z } from 'zod';
import type { McpEndpoint } from '../mcp-endpoint.ts';
import { SCOPES } from './session-operations.ts';

interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

function hints(readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Hints {
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}

const meta = { meta: ucpMeta };
const keyedMeta = { meta: ucpMeta.required({ 'idempotency-key': true }) };
const id = { id: z.string().describe('The id of the session.') };

function tool(
  name: UcpOperation,
  title: string,
  description: string,
  input: z.ZodObject,
  annotations: Hints,
) {
  const inputSchema = z.toJSONSchema(input, { io: 'input' });
  return { scopes: SCOPES[name], listed: { name, title, description, inputSchema, annotations } };
}

export const UCP_TOOLS: McpEndpoint['tools'] = [
  tool(
    'create_booking_session',
    'Create a booking session',
    'Quotes the offer of the stays and opens a session. The session shows totals, policies and what is missing.',
    z.object({ ...meta, booking: ucpSession }),
    hints(false, false, false, true),
  ),
  tool(
    'get_booking_session',
    'Get a booking session',
    'Returns the session with its current state.',
    z.object({ ...meta, ...id }),
    hints(true, false, true, true),
  ),
  tool(
    'update_booking_session',
    'Update a booking session',
    'Replaces the stays, the booker and the guests of a session. Other stays are quoted again.',
    z.object({ ...meta, ...id, booking: ucpSession }),
    hints(false, false, true, true),
  ),
  tool(
    'complete_booking_session',
    'Complete a booking session',
    'Makes the reservation at the totals that the session last showed. Ask a person first.',
    z.object({ ...keyedMeta, ...id, booking: ucpCompletion }),
    hints(false, true, true, true),
  ),
  tool(
    'cancel_booking_session',
    'Cancel a booking session',
    'Ends a session that was not completed. It does not cancel a reservation.',
    z.object({ ...keyedMeta, ...id }),
    hints(false, true, true, false),
  ),
];
