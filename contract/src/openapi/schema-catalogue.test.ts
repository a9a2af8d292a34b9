import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSchemaCatalogue } from './schema-catalogue.ts';

const amount = () => z.strictObject({ value: z.string(), unit: z.enum(['A', 'B']) }).describe('An amount.');
const pair = () => z.strictObject({ first: amount(), second: amount().describe('The other.').optional() });

function printed(schema: z.ZodType, direction: 'request' | 'answer') {
  const catalogue = createSchemaCatalogue({ Amount: amount(), Pair: pair() });
  const ref = catalogue.add('Root', schema, direction);
  const components = catalogue.components();
  return { ref, names: components.map(({ name }) => name), find: (name: string) => find(components, name) };
}

function find<T extends { name: string; schema: unknown }>(components: readonly T[], name: string) {
  return components.find(component => component.name === name)?.schema;
}

describe('schema catalogue', () => {
  it('a schema that equals a named schema is replaced by a reference to it', () => {
    const { ref, names, find: schemaOf } = printed(z.object({ pairs: z.array(pair()) }), 'answer');
    expect(ref).toEqual({ $ref: '#/components/schemas/Root' });
    expect(names).toEqual(['Amount', 'Pair', 'Root']);
    expect(schemaOf('Root')).toMatchObject({
      properties: { pairs: { items: { $ref: '#/components/schemas/Pair' } } },
    });
  });

  it('a schema reference keeps the description from the place where it is used', () => {
    const { find: schemaOf } = printed(pair().extend({ third: z.string() }), 'answer');
    expect(schemaOf('Root')).toMatchObject({
      properties: {
        first: { $ref: '#/components/schemas/Amount' },
        second: { $ref: '#/components/schemas/Amount', description: 'The other.' },
      },
    });
  });

  it('request schemas are closed, response schemas are open, and each has its own name', () => {
    const request = printed(z.strictObject({ pair: pair() }), 'request');
    expect(request.names).toEqual(['AmountInput', 'PairInput', 'Root']);
    expect(request.find('AmountInput')).toMatchObject({ additionalProperties: false });
    const answer = printed(z.strictObject({ pair: pair() }), 'answer');
    expect(JSON.stringify(answer.find('Amount'))).not.toContain('additionalProperties');
  });

  it('a field with a default is optional in requests and required in responses', () => {
    const schema = z.strictObject({ size: z.int().default(3) });
    expect(printed(schema, 'request').find('Root')).not.toHaveProperty('required');
    expect(printed(schema, 'answer').find('Root')).toMatchObject({ required: ['size'] });
  });

  it('the schema catalogue rejects two names for one schema and one name for two schemas', () => {
    expect(() => createSchemaCatalogue({ One: amount(), Two: amount() })).toThrow('same shape');
    const catalogue = createSchemaCatalogue({});
    catalogue.add('Root', pair(), 'answer');
    expect(() => catalogue.add('Root', amount(), 'answer')).toThrow('Root');
  });

  it('the schema catalogue rejects a schema that JSON Schema cannot express', () => {
    const catalogue = createSchemaCatalogue({});
    expect(() => catalogue.add('Json', z.object({ any: z.json() }), 'answer')).toThrow('Recursive');
  });
});
