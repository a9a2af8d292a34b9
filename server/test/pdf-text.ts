/** Reads the text of PDF files that pdfkit wrote with embedded fonts, one string for each page. */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  /** The dictionary. */
  head: string;
  /** The decompressed stream. Empty if the object has none. */
  stream: string;
}

export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const letters = new Map<string, (code: string) => string>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      letters.set(name, lettersOf(objects, objects.get(id)));
    }
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => drawnText(objects.get(refOf(head, 'Contents'))?.stream ?? '', letters));
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const found = new Map<string, PdfObject>();
  const text = pdf.toString('latin1');
  for (const { 1: id = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('endobj', index);
    const start = text.indexOf('stream\n', index);
    const hasStream = start !== -1 && start < end;
    const head = text.slice(index, hasStream ? start : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const from = start + 'stream\n'.length;
    found.set(id, { head, stream: hasStream ? inflated(pdf.subarray(from, from + length)) : '' });
  }
  return found;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

function refOf(head: string, key: string): string {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '';
}

/** The characters of the glyphs of a font. */
function lettersOf(objects: Map<string, PdfObject>, font: PdfObject | undefined): (code: string) => string {
  const map = objects.get(refOf(font?.head ?? '', 'ToUnicode'))?.stream ?? '';
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)) {
    [...list.matchAll(/<([\da-f ]*)>/gi)].forEach(([, codes = ''], index) => {
      letters.set(Number.parseInt(first, 16) + index, utf16(codes.replaceAll(' ', '')));
    });
  }
  return code => letters.get(Number.parseInt(code, 16)) ?? '\uFFFD';
}

function utf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map(unit => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

/** Each piece of text that was drawn, in one line. */
function drawnText(content: string, letters: Map<string, (code: string) => string>): string {
  const lines: string[] = [];
  let letter: (code: string) => string = () => '\uFFFD';
  for (const [, font, pieces] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letter = letters.get(font) ?? letter;
    else lines.push(decoded(pieces ?? '', letter));
  }
  return lines.join('\n');
}

/** Spaces between the codes move letters closer together. */
function decoded(pieces: string, letter: (code: string) => string): string {
  const hex = [...pieces.matchAll(/<([\da-f]*)>/gi)].map(([, codes]) => codes).join('');
  return (hex.match(/.{4}/g) ?? []).map(letter).join('');
}
