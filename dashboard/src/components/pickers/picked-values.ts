/** What the typed text of a picker selects. Pure. */
import type { Option } from './combobox.tsx';

interface Typed {
  typed: string;
  /** The suggestions for the text. */
  found: readonly Option[];
  /** Whether any text is a value. Otherwise the first suggestion is selected if none matches exactly. */
  isFreeText: boolean;
  nameOf: (value: string) => string;
}

/** Enter adds these values. A list with commas is added as it is. */
export function enteredValues({ typed, found, isFreeText, nameOf }: Typed): readonly string[] {
  const values = textsOf(typed);
  const [text] = values;
  if (values.length !== 1 || text === undefined) return values;
  const exact = exactMatch(text, found, nameOf);
  const first = isFreeText ? undefined : found[0];
  return [(exact ?? first)?.value ?? text];
}

/** Leaving the field adds these values, which never include a suggestion that was not typed in full. */
export function leftValues({ typed, found, nameOf }: Omit<Typed, 'isFreeText'>): readonly string[] {
  return textsOf(typed).map(text => exactMatch(text, found, nameOf)?.value ?? text);
}

export function exactMatch(
  text: string,
  found: readonly Option[],
  nameOf: (value: string) => string,
): Option | undefined {
  const isSame = (other: string) => other.toLowerCase() === text.toLowerCase();
  return (
    found.find(({ value }) => value === text) ??
    found.find(({ value, name }) => [value, name, nameOf(value)].some(isSame))
  );
}

function textsOf(typed: string): string[] {
  return typed
    .split(',')
    .map(text => text.trim())
    .filter(Boolean);
}
