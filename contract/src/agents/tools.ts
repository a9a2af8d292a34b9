/** All tools of the MCP endpoint, and how clients see them. */
import type { z } from 'zod';
import { type Direction, type JsonSchema, mapSchemas, toJsonSchema } from '../openapi/json-schema.ts';
import {
  bookStay,
  cancelBooking,
  getBooking,
  listBookings,
  quoteCancellation,
  quoteStay,
} from './booking-tools.ts';
import { getHotel, searchPlaces, searchStays } from './search-tools.ts';
import { listedResultFields, type Tool } from './tool.ts';

export const TOOLS: readonly Tool[] = [
  searchPlaces,
  searchStays,
  getHotel,
  quoteStay,
  bookStay,
  getBooking,
  listBookings,
  quoteCancellation,
  cancelBooking,
];

/** A tool as `tools/list` returns it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

export function listedTool({ name, title, description, hints, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: printed(input, 'request'),
    outputSchema: printed(output.extend(listedResultFields), 'answer'),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

/**
 * The list has to fit into the context of a model, so shapes that occur more than once are printed once, if that is
 * shorter.
 */
function printed(schema: z.ZodType, direction: Direction): JsonSchema {
  const whole = tidy(toJsonSchema(schema, direction), direction);
  const shared = new Map<string, string>();
  for (const [text, times] of countShapes(whole)) {
    const name = `s${shared.size}`;
    if ((times - 1) * text.length > times * REF_LENGTH + name.length) shared.set(text, name);
  }
  const refer = (part: JsonSchema, own?: string): JsonSchema =>
    mapSchemas(part, each => {
      const name = shared.get(JSON.stringify(each));
      return name === undefined || name === own ? each : { $ref: `#/$defs/${name}` };
    });
  const defs = [...shared].map(([text, name]) => [name, refer(JSON.parse(text), name)] as const);
  return { ...refer(whole), ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }) };
}

/**
 * Leaves out what clients do not need: patterns that only repeat a format, minimum lengths of 1, and which fields of a
 * result are always present, because all of them are.
 */
function tidy(schema: JsonSchema, direction: Direction): JsonSchema {
  return mapSchemas(schema, each => {
    if (each.format !== undefined) delete each.pattern;
    if (each.minLength === 1) delete each.minLength;
    if (each.minItems === 1) delete each.minItems;
    if (direction === 'answer') delete each.required;
    return each;
  });
}

const REF_LENGTH = '{"$ref":"#/$defs/s0"}'.length;

function countShapes(schema: JsonSchema): Map<string, number> {
  const counts = new Map<string, number>();
  mapSchemas(schema, each => {
    const text = JSON.stringify(each);
    if (each !== schema) counts.set(text, (counts.get(text) ?? 0) + 1);
    return each;
  });
  return counts;
}
