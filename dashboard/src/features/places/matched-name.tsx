import type { Output } from '../../lib/calls/operator-client.ts';

type Match = Output<'places/search'>['places'][number]['match'];

/** A name with the parts marked that met the query. */
export function MatchedName({ text, ranges }: { text: string; ranges: Match['ranges'] }) {
  return splitAt(text, ranges).map(({ from, part, isMet }) =>
    isMet ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
  );
}

function splitAt(text: string, ranges: Match['ranges']) {
  const parts: { from: number; part: string; isMet: boolean }[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start > at) parts.push({ from: at, part: text.slice(at, start), isMet: false });
    parts.push({ from: start, part: text.slice(start, end), isMet: true });
    at = end;
  }
  if (at < text.length) parts.push({ from: at, part: text.slice(at), isMet: false });
  return parts;
}
