import { expect, test } from 'vitest';
import type { JsonSchema } from '../../contract/src/openapi/json-schema.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { docText, PythonModels } from './python-models.ts';
import { attributeName, innerClassName } from './python-names.ts';
import { sdkPython } from './sdk-python.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function print(direction: 'request' | 'answer', properties: Record<string, JsonSchema>, others = {}): string {
  const required = Object.keys(properties).filter(name => !name.startsWith('maybe'));
  const components = { Thing: { type: 'object', properties, required }, ...others } as Record<
    string,
    JsonSchema
  >;
  return new PythonModels(
    Object.entries(components).map(([name, schema]) => ({ name, direction, schema })),
  ).print(new Map());
}

test('a response becomes a frozen dataclass and a table for the decoder, with optional fields last', () => {
  expect(
    print('answer', {
      maybeNote: { type: 'string', description: 'A note.' },
      checkIn: { type: 'string', format: 'date' },
      seenAt: { type: ['string', 'null'], format: 'date-time' },
      price: ref('Money'),
    }),
  ).toBe(`@dataclasses.dataclass(frozen=True, slots=True)
class Thing(Model):
    check_in: dt.date
    seen_at: dt.datetime | None
    price: Money
    maybe_note: str | None = None
    """A note."""
    extra: JsonObject = dataclasses.field(default_factory=JsonObject, repr=False)

register(
    Thing,
    (
        ("checkIn", "check_in", DATE, False),
        ("seenAt", "seen_at", INSTANT, False),
        ("price", "price", Money, False),
        ("maybeNote", "maybe_note", None, True),
    ),
)`);
});

test('a request becomes a TypedDict with the names of the JSON fields', () => {
  expect(
    print('request', {
      checkIn: { type: 'string', format: 'date' },
      maybePrice: ref('MoneyInput'),
      rooms: { type: 'array', items: { type: 'object', properties: { roomRef: { type: 'integer' } } } },
      mode: { enum: ['QUOTE', 'COMMIT'] },
      place: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    }),
  ).toBe(`class ThingRoom(TypedDict):
    roomRef: NotRequired[int]

class Thing(TypedDict):
    checkIn: dt.date | str
    maybePrice: NotRequired[MoneyInput]
    rooms: Sequence[ThingRoom]
    mode: Literal["QUOTE", "COMMIT"]
    place: str | int | None`);
});

test('a request field that has the name of a Python keyword is declared in a call', () => {
  expect(print('request', { from: { type: 'string' } })).toBe(
    'Thing = TypedDict(\n    "Thing",\n    {\n        "from": "str",\n    },\n)',
  );
});

test('enumerations of responses accept values of later versions, and those of requests do not', () => {
  const status = { enum: ['A', 'B'] };
  expect(print('answer', { status })).toContain('    status: Literal["A", "B"] | str\n');
  expect(print('request', { status })).toContain('    status: Literal["A", "B"]');
  expect(print('request', { status })).not.toContain('| str');
});

test('a reference to a named enumeration is not decoded, and a reference to an object is', () => {
  const others = {
    Level: { enum: ['LOW'] },
    Part: { type: 'object', properties: { id: { const: true } }, required: ['id'] },
  };
  const text = print('answer', { level: ref('Level'), parts: { type: 'array', items: ref('Part') } }, others);
  expect(text).toContain('("level", "level", None, False)');
  expect(text).toContain('("parts", "parts", ListOf(Part), False)');
  expect(text).toContain('    id: Literal[True]\n');
  expect(text.indexOf('class Part(')).toBeLessThan(text.indexOf('class Thing('));
});

test('alternatives in a response are decoded by their fields', () => {
  const part = (name: string): JsonSchema => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  });
  const text = print(
    'answer',
    { one: { anyOf: [ref('Left'), ref('Right')] } },
    {
      Left: part('left'),
      Right: part('right'),
    },
  );
  expect(text).toContain('    one: Left | Right\n');
  expect(text).toContain('("one", "one", EitherOf(Left, Right), False)');
});

test('two objects that would have the same class name are reported', () => {
  const inner = { type: 'object', properties: { id: { type: 'string' } } };
  expect(() => print('answer', { rooms: { type: 'array', items: inner }, room: inner })).toThrow(
    'Two Python classes have the name ThingRoom.',
  );
});

test('a schema that the printer does not know is reported', () => {
  expect(() => print('answer', { odd: { allOf: [{ type: 'string' }] } })).toThrow('No Python type');
});

test('names follow the conventions of Python', () => {
  expect(['checkIn', 'from', 'extra', 'vatIn2'].map(attributeName)).toEqual([
    'check_in',
    'from_',
    'extra_',
    'vat_in2',
  ]);
  expect(innerClassName('BookingAnswer', 'policies', true)).toBe('BookingPolicy');
  expect(innerClassName('Hotel', 'address', false)).toBe('HotelAddress');
});

test('a description cannot end the docstring that contains it', () => {
  expect(docText('Say """hi""" or\n"hi"')).toBe("Say '''hi''' or \"hi\\\"");
  expect(docText('A \\d')).toBe('A \\\\d');
});

test('every operation has a method in both Python clients', async () => {
  const resources = await sdkPython.find(({ path }) => path.endsWith('resources.py'))?.render();
  for (const { name } of OPERATIONS) {
    const calls = (resources ?? '').split(`self._connection.call("${name}", `).length - 1;
    expect([name, calls >= 4], 'with and without the response, synchronous and asynchronous').toEqual([
      name,
      true,
    ]);
  }
});
