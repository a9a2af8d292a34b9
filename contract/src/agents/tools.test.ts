import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../errors.ts';
import { type JsonSchema, mapSchemas } from '../openapi/json-schema.ts';
import { NEXT_STEPS } from './next-steps.ts';
import { TOOL_NAMES } from './tool-names.ts';
import { listedTool, TOOLS } from './tools.ts';

const LISTED = TOOLS.map(listedTool);

describe('the MCP tools', () => {
  test('the list of tools changes only on purpose', async () => {
    await expect(JSON.stringify(LISTED, null, 2)).toMatchFileSnapshot('./tools.snapshot.txt');
  });

  test('the list of all tools takes at most 24 KiB', () => {
    // The message around the list takes less than 256 bytes.
    expect(Buffer.byteLength(JSON.stringify({ tools: LISTED }))).toBeLessThanOrEqual(24 * 1024 - 256);
  });

  test('there are exactly nine tools, each with all four hints and object schemas', () => {
    expect(LISTED.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    for (const { annotations, inputSchema, outputSchema } of LISTED) {
      expect(Object.values(annotations).map(hint => typeof hint)).toEqual(Array(4).fill('boolean'));
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      expect(inputSchema.additionalProperties).toBe(false);
    }
  });

  test('every reference in a tool schema leads to a definition', () => {
    for (const { inputSchema, outputSchema } of LISTED) {
      for (const schema of [inputSchema, outputSchema]) {
        const defs = (schema.$defs ?? {}) as Record<string, JsonSchema>;
        for (const part of [schema, ...Object.values(defs)]) {
          mapSchemas(part, each => {
            if (each.$ref !== undefined)
              expect(Object.keys(defs)).toContain(each.$ref.slice('#/$defs/'.length));
            return each;
          });
        }
      }
    }
  });

  test('booking requires the terms, price and reference of the quote, and cancelling requires a maximum penalty', () => {
    const required = (name: string) => LISTED.find(tool => tool.name === name)?.inputSchema.required;
    expect(required('book_stay')).toEqual(
      expect.arrayContaining(['quoteId', 'termsHash', 'expectedPrice', 'clientReference']),
    );
    expect(required('cancel_booking')).toContain('maxPenalty');
  });

  test('every error code has a next step, and every step with a tool names an existing tool', () => {
    expect(Object.keys(NEXT_STEPS).sort()).toEqual([...ERROR_CODES].sort());
    for (const { tool, because } of Object.values(NEXT_STEPS)) {
      expect([null, ...TOOL_NAMES]).toContain(tool);
      expect(because.length).toBeGreaterThan(20);
    }
    const toolOf = (code: keyof typeof NEXT_STEPS) => NEXT_STEPS[code].tool;
    expect([toolOf('OFFER_EXPIRED'), toolOf('QUOTE_EXPIRED'), toolOf('QUOTE_ALREADY_USED')]).toEqual([
      'search_stays',
      'quote_stay',
      'get_booking',
    ]);
    expect([toolOf('CANCELLATION_PENALTY_CHANGED'), toolOf('SPEND_LIMIT_EXCEEDED')]).toEqual([
      'quote_cancellation',
      null,
    ]);
  });
});
