/** Names of Python classes and attributes for the schemas of the contract. */

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Attributes that every model has for other purposes. */
const RESERVED = new Set(['extra', 'to_dict']);

/** `checkIn` becomes `check_in`, and `from` becomes `from_`. */
export function attributeName(wireName: string): string {
  const name = wireName.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return KEYWORDS.has(name) || RESERVED.has(name) ? `${name}_` : name;
}

/** The class of an object inside another one: `Booking` and `rooms` give `BookingRoom`. */
export function innerClassName(parent: string, property: string, isItem: boolean): string {
  const base = parent.replace(/(Answer|Response)$/, '');
  const word = property.charAt(0).toUpperCase() + property.slice(1);
  return base + (isItem ? singular(word) : word);
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
