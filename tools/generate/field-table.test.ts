import { expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/src/openapi/json-schema.ts';
import { fieldTable } from './field-table.ts';

function typeOf(schema: JsonSchema): string | undefined {
  const [, , row = ''] = fieldTable({ type: 'object', properties: { a: schema } }, name => name).split('\n');
  return row.split('|')[2]?.trim();
}

it('the reference names the contents of lists and maps in the plural, with their number and limits', () => {
  const text: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 };
  expect(typeOf({ type: 'array', items: { type: 'object' } })).toBe('list of objects');
  expect(typeOf({ type: 'array', items: text, minItems: 1, maxItems: 200 })).toBe(
    'list of 1 to 200 strings, each 1 to 64 characters',
  );
  expect(typeOf({ type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 24, maxItems: 24 })).toBe(
    'list of exactly 24 integers, each at least 0',
  );
  expect(typeOf({ type: 'array', items: { type: 'object' }, minItems: 1 })).toBe('non-empty list of objects');
  expect(typeOf({ type: 'array', items: { enum: ['RO', 'BB'] }, maxItems: 2 })).toBe(
    'list of at most 2 of `RO`, `BB`',
  );
  expect(typeOf({ type: ['array', 'null'], items: { type: 'string' } })).toBe('list of strings or null');
  expect(typeOf({ type: 'object', additionalProperties: { type: ['string', 'null'] } })).toBe(
    'map of strings or null',
  );
  expect(typeOf(text)).toBe('string, 1 to 64 characters');
});
