/**
 * The MCP endpoint as the gateway sees it: one more path to forward. It is not an operation, so it appears neither in
 * the OpenAPI document nor in the SDKs.
 */
import { z } from 'zod';
import type { Route } from '../operation.ts';
import { bookingId, clientReference, hotelId, offerId, placeId, quoteId } from '../shared/ids.ts';
import { loggable } from '../shared/loggable.ts';
import { GATEWAY_MARGIN_MS, TIMEOUTS } from '../shared/settings.ts';
import { choice, flag } from '../shared/values.ts';
import { TOOL_NAMES } from './tool-names.ts';

export const MCP_PATH = '/mcp';
export const MAX_MCP_BODY_BYTES = 256 * 1024;

export const MCP_ROUTE: Route = {
  name: 'mcp',
  path: MCP_PATH,
  aliases: [],
  scope: null,
  trafficClass: 'agent',
  deadlineMs: TIMEOUTS.booking.max + GATEWAY_MARGIN_MS,
  maxBodyBytes: MAX_MCP_BODY_BYTES,
};

export const MCP_METHODS = [
  'server/discover',
  'initialize',
  'notifications/initialized',
  'ping',
  'tools/list',
  'tools/call',
] as const;

const ids = {
  placeId: placeId().optional(),
  hotelId: hotelId().optional(),
  offerId: offerId().optional(),
  quoteId: quoteId().optional(),
  bookingId: bookingId().optional(),
  clientReference: clientReference().optional(),
};

/** What the request log keeps of a message: the tool and the ids, and no other arguments. */
export const mcpRequestLog = z.looseObject({
  method: choice(MCP_METHODS),
  params: z.looseObject({ name: choice(TOOL_NAMES), arguments: z.looseObject(ids) }).optional(),
});

export const mcpAnswerLog = z.looseObject({
  result: z.looseObject({
    isError: flag().optional(),
    structuredContent: z.looseObject({
      ...ids,
      booking: z.looseObject({ bookingId: bookingId(), status: loggable(z.string().max(32)) }).optional(),
    }),
  }),
});
