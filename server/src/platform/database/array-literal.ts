/** Prints and parses PostgreSQL array literals: `{a,"b c",NULL,{1,2}}`. */

type Nested<T> = (T | null | Nested<T>)[];

export function printArray<T>(values: readonly unknown[], printElement: (value: T) => string): string {
  const elements = values.map(value => {
    if (value === null) return 'NULL';
    if (value === undefined) throw new TypeError('An array for the database contains undefined');
    if (Array.isArray(value)) return printArray(value, printElement);
    return `"${printElement(value as T).replaceAll(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

export function parseArray<T>(text: string, parseElement: (text: string) => T): Nested<T> {
  let at = text.indexOf('{');

  function list(): Nested<T> {
    const values: Nested<T> = [];
    at += 1;
    while (text[at] !== '}') {
      if (at >= text.length) throw new SyntaxError(`Not an array: ${text}`);
      if (text[at] === ',') at += 1;
      else values.push(text[at] === '{' ? list() : text[at] === '"' ? parseElement(quoted()) : bare());
    }
    at += 1;
    return values;
  }

  function quoted(): string {
    let value = '';
    for (at += 1; text[at] !== '"'; at += 1) {
      if (at >= text.length) throw new SyntaxError(`Not an array: ${text}`);
      if (text[at] === '\\') at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  }

  function bare(): T | null {
    const start = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const value = text.slice(start, at);
    return value === 'NULL' ? null : parseElement(value);
  }

  return list();
}
