/** The lines of a JSON viewer: which parts are open, what each line shows, and where a text occurs. Pure. */

export interface JsonLine {
  /** JSON pointer of the value. The closing bracket of a value has the same pointer. */
  path: string;
  depth: number;
  kind: 'value' | 'open' | 'folded' | 'close';
  /** Undefined for the root and for items of a list. */
  key: string | undefined;
  /** The value as JSON, or the bracket. A folded value is shown as `{ … }`. */
  text: string;
  type: JsonType;
  /** Number of entries of an object or list. */
  size: number;
  hasComma: boolean;
}

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'list';

export function jsonLines(root: unknown, open: ReadonlySet<string>): JsonLine[] {
  const lines: JsonLine[] = [];
  const add = (value: unknown, path: string, key: string | undefined, depth: number, hasComma: boolean) => {
    const type = typeOf(value);
    const entries = entriesOf(value, path);
    const line = { path, depth, key, type, size: entries.length, hasComma };
    const [begin, end] = type === 'list' ? ['[', ']'] : ['{', '}'];
    if (type !== 'object' && type !== 'list') {
      lines.push({ ...line, kind: 'value', text: JSON.stringify(value) ?? 'null' });
    } else if (entries.length === 0) {
      lines.push({ ...line, kind: 'value', text: `${begin}${end}` });
    } else if (!open.has(path)) {
      lines.push({ ...line, kind: 'folded', text: `${begin} … ${end}` });
    } else {
      lines.push({ ...line, kind: 'open', text: begin, hasComma: false });
      entries.forEach((entry, index) => {
        add(entry.value, entry.path, entry.key, depth + 1, index < entries.length - 1);
      });
      lines.push({ ...line, kind: 'close', key: undefined, text: end });
    }
  };
  add(root, '', undefined, 0, false);
  return lines;
}

interface Entry {
  key: string | undefined;
  path: string;
  value: unknown;
}

function entriesOf(value: unknown, path: string): Entry[] {
  if (Array.isArray(value)) {
    return value.map((item, index) => ({ key: undefined, path: `${path}/${index}`, value: item }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => ({ key, path: `${path}/${escaped(key)}`, value: inner }));
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Opens the outer levels first, as long as the viewer has at most about `maxLines` lines. The root is always open. */
export function openedAtFirst(root: unknown, maxLines: number): Set<string> {
  const open = new Set(['']);
  let waiting = entriesOf(root, '');
  let lines = waiting.length + 2;
  while (waiting.length > 0) {
    const next: Entry[] = [];
    for (const { value, path } of waiting) {
      const entries = entriesOf(value, path);
      if (entries.length === 0) continue;
      if (lines + entries.length + 1 > maxLines) return open;
      lines += entries.length + 1;
      open.add(path);
      next.push(...entries);
    }
    waiting = next;
  }
  return open;
}

/** Pointers of all objects and lists that can be folded. */
export function foldablePaths(root: unknown): string[] {
  const visit = (value: unknown, path: string): string[] => {
    const entries = entriesOf(value, path);
    if (entries.length === 0) return [];
    return [path, ...entries.flatMap(entry => visit(entry.value, entry.path))];
  };
  return visit(root, '');
}

/** Pointers of the values whose key or text contains the query, ignoring case, in the order of the document. */
export function findInJson(root: unknown, query: string, limit: number): string[] {
  const wanted = query.toLowerCase();
  const found: string[] = [];
  const visit = ({ key, path, value }: Entry) => {
    if (found.length >= limit) return;
    const entries = entriesOf(value, path);
    const text = typeof value === 'object' && value !== null ? '' : String(value);
    if (key?.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted)) found.push(path);
    for (const entry of entries) visit(entry);
  };
  if (wanted !== '') visit({ key: undefined, path: '', value: root });
  return found;
}

/** The pointers of everything that must be open for this value to be visible. */
export function ancestorsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

interface FoundValue {
  /** The path as a program writes it, for example `hotels[0].offers[0].offerId`. */
  path: string;
  value: unknown;
}

/** The value at a JSON pointer. Undefined if the pointer does not exist, for example after the value was replaced. */
export function findAtPointer(root: unknown, pointer: string): FoundValue | undefined {
  let found: FoundValue = { path: '', value: root };
  for (const key of keysOf(pointer)) {
    const { path, value } = found;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    found = {
      path: joinPath(path, key, Array.isArray(value)),
      value: (value as Record<string, unknown>)[key],
    };
  }
  return found;
}

/** A JSON pointer as a program writes it, for example `rooms[0].name`. Numbers are read as positions in a list. */
export function formatPointer(pointer: string): string {
  return keysOf(pointer).reduce((path, key) => joinPath(path, key, /^\d+$/.test(key)), '');
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function joinPath(path: string, key: string, isPosition: boolean): string {
  if (isPosition) return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
