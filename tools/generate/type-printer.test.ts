import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/src/openapi/json-schema.ts';
import { printComment, printType } from './type-printer.ts';

const answer = { openEnums: true, optionalUndefined: false, nameOf: (name: string) => name };
const request = { openEnums: false, optionalUndefined: true, nameOf: (name: string) => name };
const money = { $ref: '#/components/schemas/Money' };

describe('type printer', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string', format: 'date' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{}, 'unknown'],
    [{ const: 'booking.confirmed' }, "'booking.confirmed'"],
    [money, 'Money'],
    [{ type: 'array', items: money }, 'Money[]'],
    [{ anyOf: [money, { type: 'null' }] }, 'Money | null'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
    [{ anyOf: [{}, { type: 'null' }] }, 'unknown'],
    [{ type: 'array', items: { anyOf: [money, { type: 'null' }] } }, '(Money | null)[]'],
    [{ type: 'array', items: { type: ['integer', 'null'] } }, '(number | null)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'string[][]'],
    [{ allOf: [money, { anyOf: [money, { type: 'string' }] }] }, 'Money & (Money | string)'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'object', additionalProperties: {} }, 'Record<string, unknown>'],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Record<string, never>'],
  ])('the type printer prints %j as %s', (schema, type) => {
    expect(printType(schema, answer)).toBe(type);
  });

  it('the type printer leaves enumerations open in responses and closed in requests', () => {
    const schema = { type: 'string', enum: ['A', "B's"] };
    expect(printType(schema, answer)).toBe("'A' | 'B\\'s' | (string & {})");
    expect(printType(schema, request)).toBe("'A' | 'B\\'s'");
    expect(printType({ type: 'array', items: schema }, request)).toBe("('A' | 'B\\'s')[]");
    expect(printType({ enum: [1, 2] }, answer)).toBe('1 | 2');
  });

  it('the type printer prints properties with their descriptions, nested and quoted if needed', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Its id.' },
        '2xx': { type: 'integer' },
        inner: { type: 'object', properties: { deep: { type: 'boolean' } } },
      },
      required: ['id', 'inner'],
    };
    expect(printType(schema, answer)).toBe(
      [
        '{',
        '  /** Its id. */',
        '  id: string;',
        "  '2xx'?: number;",
        '  inner: {',
        '    deep?: boolean;',
        '  };',
        '}',
      ].join('\n'),
    );
  });

  it('the type printer allows undefined for optional properties of requests', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: [] };
    expect(printType(schema, request)).toBe('{\n  a?: string | undefined;\n  b?: unknown;\n}');
  });

  it('the type printer prints an index signature for the unknown properties of an open object', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
      additionalProperties: {},
    };
    expect(printType(schema, answer)).toBe('{\n  code: string;\n  [key: string]: unknown;\n}');
  });

  it('the type printer never lets a description end its comment', () => {
    expect(printComment('a */ b', '')).toBe('/** a * / b */\n');
    expect(printComment('one\n\ntwo', '  ')).toBe('  /**\n   * one\n   *\n   * two\n   */\n');
    expect(printComment(undefined, '')).toBe('');
  });

  it('the type printer rejects an unknown schema', () => {
    expect(() => printType({ type: 'tuple' }, answer)).toThrow('No TypeScript type');
  });
});
