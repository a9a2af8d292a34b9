/** Says in words how a query met a place. */
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
      return isCode ? `The query is the code “${met}”.` : `The query is the whole name “${met}”.`;
    case 'PREFIX':
      return `“${met}” begins with ${parts.length === 0 ? 'the query' : parts.join(' and ')}.`;
    case 'FULL_TEXT':
      if (parts.length === 0) return `The words of the query stand in “${met}”.`;
      if (parts.length === 1) return `The word ${parts[0]} stands in “${met}”.`;
      return `The words ${parts.join(' and ')} stand in “${met}”.`;
    case 'TRIGRAM':
      return `“${met}” is written much like the query: a typing error is forgiven.`;
  }
}

function aliasNote(alias: string | null, name: string, iataCode: string | null): string {
  if (alias === null || alias === name) return '';
  if (alias === iataCode) return ` It is the code of ${name}.`;
  return ` It is another name of ${name}.`;
}
