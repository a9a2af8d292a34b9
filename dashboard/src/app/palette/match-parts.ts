/** Which parts of a result begin with what was typed, so that they can be emphasised. Pure. */
import { fold } from '../../lib/format/fold.ts';

interface Part {
  text: string;
  isMatch: boolean;
}

/** Words begin after a space or one of these characters, as in the search. */
const BOUNDARY = /[\s.:_()/-]/;

/** The parts of a text in their order. The beginnings of words that equal a typed word are matches. */
export function matchParts(text: string, typed: string): Part[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const parts: Part[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const isStart = at === 0 || BOUNDARY.test(text.charAt(at - 1));
    const length = isStart ? Math.max(0, ...words.map(word => matchLength(text.slice(at), word))) : 0;
    if (length > 0) {
      if (at > from) parts.push({ text: text.slice(from, at), isMatch: false });
      parts.push({ text: text.slice(at, at + length), isMatch: true });
      from = at + length;
    }
    at += Math.max(1, length);
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}

/** How many characters of the text the word takes. Accents and ligatures change the length when they are folded. */
function matchLength(text: string, word: string): number {
  if (!fold(text).startsWith(word)) return 0;
  let length = 0;
  while (length < text.length && fold(text.slice(0, length)).length < word.length) length++;
  return length;
}
