/** All tools of the MCP endpoint, and how clients see them. */
import { z } from 'zod';
import type { JsonSchema } from '../openapi/json-schema.ts';
import {
  bookStay,
  cancelBooking,
  getBooking,
  listBookings,
  quoteCancellation,
  quoteStay,
} from './booking-tools.ts';
import { getHotel, searchPlaces, searchStays } from './search-tools.ts';
import { resultFields, type Tool } from './tool.ts';

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
    inputSchema: printed(input, 'input'),
    outputSchema: printed(output.extend(resultFields), 'output'),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

/** Shapes that occur more than once are printed once. */
function printed(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    reused: 'ref',
    override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, io),
  }) as JsonSchema;
  return json;
}

/** Results stay open, because fields may be added. Patterns that only repeat a format are left out. */
function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
