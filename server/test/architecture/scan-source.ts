/**
 * Reads a TypeScript file as far as the rules need it: the code without comments and strings, the literals and the
 * imports.
 */

export interface Literal {
  /** The offset of the opening quote. */
  start: number;
  /** The text between the quotes, with `?` for each `${…}` of a template. */
  value: string;
}

export interface Import {
  specifier: string;
  /** True for a type-only import, which is erased before the program runs. */
  typeOnly: boolean;
  line: number;
}

export interface ScannedSource {
  /** The source with spaces instead of comments and literal contents. Lengths and lines are unchanged. */
  code: string;
  literals: Literal[];
  /** Regular expressions with their slashes and flags. */
  regexes: Literal[];
  imports: Import[];
}

const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%~^>]|\b(?:return|typeof|case|in|of|delete|void|throw|await|yield|else))$/;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

class Scanner {
  readonly #text: string;
  readonly #code: string[];
  readonly literals: Literal[] = [];
  readonly regexes: Literal[] = [];
  /** Templates with an open `${`, each with the nesting depth of braces inside it. */
  readonly #open: { literal: Literal; depth: number }[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#code = text.split('');
  }

  get code(): string {
    return this.#code.join('');
  }

  run(): void {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
  }

  #step(at: number): number {
    const char = this.#text[at];
    const pair = this.#text.slice(at, at + 2);
    if (pair === '//') return this.#blank(at, this.#find('\n', at));
    if (pair === '/*') return this.#blank(at, this.#find('*/', at + 2) + 2);
    if (char === "'" || char === '"') return this.#quoted(at, char);
    if (char === '`') return this.#template(at + 1, this.#add(at));
    if (char === '/') return this.#slash(at);
    const template = this.#open.at(-1);
    if (template !== undefined && char === '{') template.depth += 1;
    if (template !== undefined && char === '}') {
      if (template.depth === 0) return this.#template(at + 1, (this.#open.pop() ?? template).literal);
      template.depth -= 1;
    }
    return at + 1;
  }

  #add(start: number): Literal {
    const literal = { start, value: '' };
    this.literals.push(literal);
    return literal;
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from);
    return found === -1 ? this.#text.length : found;
  }

  #blank(from: number, to: number): number {
    for (let at = from; at < to; at += 1) if (this.#code[at] !== '\n') this.#code[at] = ' ';
    return Math.min(to, this.#text.length);
  }

  /** A literal also ends at the end of the line, so that an apostrophe in JSX text affects one line at most. */
  #quoted(start: number, quote: string): number {
    const literal = this.#add(start);
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== quote && this.#text[end] !== '\n') {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    literal.value = this.#text.slice(start + 1, end);
    return this.#blank(start + 1, end) + 1;
  }

  #template(from: number, literal: Literal): number {
    let end = from;
    while (end < this.#text.length && this.#text[end] !== '`' && this.#text.slice(end, end + 2) !== '${') {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    literal.value += this.#text.slice(from, end);
    this.#blank(from, end);
    if (this.#text[end] !== '$') return end + 1;
    literal.value += '?';
    this.#open.push({ literal, depth: 0 });
    return this.#blank(end, end + 2);
  }

  #slash(at: number): number {
    REGEX.lastIndex = at;
    const before = this.#code
      .slice(Math.max(0, at - 200), at)
      .join('')
      .trimEnd();
    const regex = BEFORE_REGEX.test(before) ? REGEX.exec(this.#text)?.[0] : undefined;
    if (regex === undefined) return at + 1;
    this.regexes.push({ start: at, value: regex });
    return this.#blank(at, at + regex.length);
  }
}

const IMPORT =
  /\b(?:(?:import|export)(?<type>\s+type\b(?!\s*,|\s+from\b))?(?<names>[^'"`;()]*?)\bfrom|import(?:\s*\()?)\s*(?=['"`])/g;

function onlyTypes(names: string): boolean {
  const braces = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1]?.trim();
  if (!braces) return false;
  return braces.split(',').every(name => name.trim() === '' || /^type\s/.test(name.trim()));
}

export function scanSource(text: string): ScannedSource {
  const scanner = new Scanner(text);
  scanner.run();
  const { code, literals, regexes } = scanner;
  const byStart = new Map(literals.map(literal => [literal.start, literal.value]));
  const imports = [...code.matchAll(IMPORT)].map(match => ({
    specifier: byStart.get(match.index + match[0].length) ?? '',
    typeOnly: match.groups?.type !== undefined || onlyTypes(match.groups?.names ?? ''),
    line: lineOf(code, match.index),
  }));
  return { code, literals, regexes, imports };
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
