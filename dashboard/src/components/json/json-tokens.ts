/** Splits JSON that a user types into coloured parts. The text may be incomplete or invalid. Pure. */
export interface JsonToken {
  text: string;
  type: 'key' | 'string' | 'number' | 'boolean' | 'null' | 'plain';
}

/** A string ends at its quote or, while the user is typing, at the end of the line. */
const PARTS =
  /(?<text>"(?:[^"\\\n]|\\[^\n])*"?)(?<colon>[^\S\n]*:)?|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<boolean>\b(?:true|false)\b)|(?<nothing>\bnull\b)|[^"\dtfn-]+|[^"]/g;

export function jsonTokens(source: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  const add = (text: string, type: JsonToken['type']) => {
    const last = tokens.at(-1);
    if (type === 'plain' && last?.type === 'plain') last.text += text;
    else if (text !== '') tokens.push({ text, type });
  };
  for (const { 0: whole, groups = {} } of source.matchAll(PARTS)) {
    const { text, colon, number, boolean, nothing } = groups;
    if (text !== undefined) {
      add(text, colon === undefined ? 'string' : 'key');
      add(colon ?? '', 'plain');
    } else if (number !== undefined) add(number, 'number');
    else if (boolean !== undefined) add(boolean, 'boolean');
    else add(whole, nothing === undefined ? 'plain' : 'null');
  }
  return tokens;
}
