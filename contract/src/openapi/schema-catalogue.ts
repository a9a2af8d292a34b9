/**
 * Converts Zod schemas to named components. A named shape is printed once and referenced everywhere else.
 * Shapes are recognised by their content rather than by identity, because the contract builds shared shapes
 * with functions.
 */
import type { z } from 'zod';
import { type Direction, type JsonSchema, mapSchemas, toJsonSchema } from './json-schema.ts';

export interface Component {
  name: string;
  direction: Direction;
  schema: JsonSchema;
}

export interface SchemaCatalogue {
  add(name: string, schema: z.ZodType, direction: Direction): JsonSchema;
  /** All components added or referenced so far, sorted by name. */
  components(): Component[];
}

const REF_PREFIX = '#/components/schemas/';

export function refName(ref: string): string {
  return ref.slice(REF_PREFIX.length);
}

/** `named` maps component names to shared shapes. In requests, the name gets the suffix `Input`. */
export function createSchemaCatalogue(named: Readonly<Record<string, z.ZodType>>): SchemaCatalogue {
  const components = new Map<string, Component>();
  const shapes: Record<Direction, Map<string, Component>> = {
    request: shapesOf(named, 'request'),
    answer: shapesOf(named, 'answer'),
  };

  function store(component: Component): void {
    const stored = components.get(component.name);
    if (stored) {
      if (stored.direction === component.direction) return;
      throw new Error(`Two components have the name ${component.name}.`);
    }
    components.set(component.name, component);
    component.schema = refer(component.schema, component.direction, true);
  }

  function refer(schema: JsonSchema, direction: Direction, root: boolean): JsonSchema {
    return mapSchemas(schema, part => {
      if (root && part === schema) return part;
      const shape = shapes[direction].get(fingerprint(part));
      if (!shape) return part;
      store(shape);
      return reference(
        shape.name,
        part.description === shape.schema.description ? undefined : part.description,
      );
    });
  }

  return {
    add(name, schema, direction) {
      if (components.has(name)) throw new Error(`Two components have the name ${name}.`);
      store({ name, direction, schema: toJsonSchema(schema, direction) });
      return reference(name);
    },
    components: () => [...components.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function reference(name: string, description?: string): JsonSchema {
  return { $ref: REF_PREFIX + name, ...(description === undefined ? {} : { description }) };
}

function shapesOf(named: Readonly<Record<string, z.ZodType>>, direction: Direction): Map<string, Component> {
  const shapes = new Map<string, Component>();
  for (const [plainName, schema] of Object.entries(named)) {
    const name = direction === 'request' ? `${plainName}Input` : plainName;
    const printed = toJsonSchema(schema, direction);
    const twin = shapes.get(fingerprint(printed));
    if (twin) throw new Error(`${twin.name} and ${name} have the same shape.`);
    shapes.set(fingerprint(printed), { name, direction, schema: printed });
  }
  return shapes;
}

/** Identifies a schema by its content, without the description, which belongs to its current use. */
function fingerprint({ description: _, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

/** `places/search-destination` becomes `PlacesSearchDestination`. */
export function componentName(stem: string): string {
  return stem
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
