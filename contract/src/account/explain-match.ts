import type { PlaceItem } from '../content/place-item.ts';

type Matched = Pick<PlaceItem, 'match' | 'name' | 'iataCode'>;

export function explainMatch({ match, name, iataCode }: Matched): string {
  const { kind, alias, ranges } = match;
  const met = alias ?? name;
  const parts = ranges.map(({ start, end }) => `“${met.slice(start, end)}”`);
  return `${how(kind, met, parts, met === iataCode)}${aliasNote(alias, name, iataCode)}`;
}

function how(
  kind: PlaceItem['match']['kind'],
  met: string,
  parts: readonly string[],
  isCode: boolean,
): string {
  switch (kind) {
    case 'EXACT':
      return isCode ? `The query equals the code “${met}”.` : `The query equals the name “${met}”.`;
    case 'PREFIX':
      return `“${met}” starts with ${parts.length === 0 ? 'the query' : parts.join(' and ')}.`;
    case 'FULL_TEXT':
      if (parts.length === 0) return `“${met}” contains the words of the query.`;
      if (parts.length === 1) return `“${met}” contains the word ${parts[0]}.`;
      return `“${met}” contains the words ${parts.join(' and ')}.`;
    case 'TRIGRAM':
      return `“${met}” is spelled similarly to the query.`;
  }
}

function aliasNote(alias: string | null, name: string, iataCode: string | null): string {
  if (alias === null || alias === name) return '';
  if (alias === iataCode) return ` It is the code of ${name}.`;
  return ` It is another name for ${name}.`;
}
