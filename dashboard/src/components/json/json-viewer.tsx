import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../copy-button.tsx';
import {
  ancestorsOf,
  findAtPointer,
  findInJson,
  foldablePaths,
  type JsonLine,
  jsonLines,
  openedAtFirst,
} from './json-lines.ts';
import '../../styles/json.css';

interface JsonViewerProps {
  value: unknown;
  /** Name of the value, for example `request body`. It completes "Copy …". */
  label: string;
}

/** Longer values start partly folded. */
const OPENED_LINES = 120;
/** Shorter values are seen at a glance, so they need no search and no hint about the lines that can be selected. */
const SHORT_LINES = 12;
const MAX_MATCHES = 1_000;
const MAX_LINES = 2_000;

/** Highlighted JSON that can be folded and searched. For assistive technology it is a tree. */
export function JsonViewer({ value, label }: JsonViewerProps) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? 'null', [value]);
  const [open, setOpen] = useState(() => openedAtFirst(value, OPENED_LINES));
  const [shownLines, setShownLines] = useState(MAX_LINES);
  /** JSON pointer of the line that was clicked or focused last. Empty for the first line. */
  const [active, setActive] = useState('');
  const search = useJsonSearch(value, paths => setOpen(before => new Set([...before, ...paths])));
  const [shownText, setShownText] = useState(text);
  if (shownText !== text) {
    setShownText(text);
    setOpen(openedAtFirst(value, OPENED_LINES));
    setShownLines(MAX_LINES);
    setActive('');
  }
  const lines = useMemo(() => jsonLines(value, open), [value, open]);
  // The current match is always drawn, even if it is further down.
  const shown = lines.slice(
    0,
    Math.max(shownLines, lines.findIndex(({ path }) => path === search.current) + 1),
  );
  const isShort = text.split('\n', SHORT_LINES + 1).length <= SHORT_LINES;
  const toggle = (path: string, isOpen: boolean) =>
    setOpen(before => {
      const after = new Set(before);
      if (isOpen) after.add(path);
      else after.delete(path);
      return after;
    });
  return (
    <div className="json">
      <div className="json-tools" data-short={isShort || undefined}>
        {!isShort && (
          <>
            <SearchBox label={label} search={search} />
            <FoldButtons value={value} onOpen={setOpen} />
          </>
        )}
        <CopyButton text={text} label={`Copy ${label}`} iconOnly />
      </div>
      <Tree
        label={label}
        lines={shown}
        query={search.query}
        current={search.current}
        active={active}
        onActive={setActive}
        onToggle={toggle}
      />
      {lines.length > shown.length && (
        <button type="button" className="quiet" onClick={() => setShownLines(shown.length + MAX_LINES)}>
          Show more lines
        </button>
      )}
      {(!isShort || active !== '') && <PathBar value={value} pointer={active} />}
    </div>
  );
}

interface FoldButtonsProps {
  value: unknown;
  onOpen: (paths: Set<string>) => void;
}

function FoldButtons({ value, onOpen }: FoldButtonsProps) {
  return (
    <>
      <button type="button" className="quiet json-fold" onClick={() => onOpen(new Set(foldablePaths(value)))}>
        <ChevronsUpDown size={16} aria-hidden />
        <span>Expand all</span>
      </button>
      <button type="button" className="quiet json-fold" onClick={() => onOpen(new Set(['']))}>
        <ChevronsDownUp size={16} aria-hidden />
        <span>Collapse all</span>
      </button>
    </>
  );
}

/** Copies the path or the value of the line that was clicked or focused last. */
function PathBar({ value, pointer }: { value: unknown; pointer: string }) {
  const found = pointer === '' ? undefined : findAtPointer(value, pointer);
  return (
    <div className="json-path">
      {found === undefined ? (
        <span>Select a line to copy its path or value.</span>
      ) : (
        <>
          <code>{found.path}</code>
          <CopyButton text={found.path} label="Copy path" className="quiet" />
          <CopyButton text={asText(found.value)} label="Copy value" className="quiet" />
        </>
      )}
    </div>
  );
}

/** A string without its quotes, because it is pasted into fields and searches. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

interface JsonSearch {
  query: string;
  setQuery: (query: string) => void;
  matches: number;
  /** Position of the current match, from 1. */
  position: number;
  current: string | undefined;
  step: (by: 1 | -1) => void;
}

function useJsonSearch(value: unknown, onReveal: (paths: string[]) => void): JsonSearch {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => findInJson(value, query.trim(), MAX_MATCHES), [value, query]);
  const current = found[Math.min(at, found.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new match opens the parts around it
  useEffect(() => {
    if (current !== undefined) onReveal(ancestorsOf(current));
  }, [current]);
  return {
    query: query.trim(),
    setQuery: typed => {
      setQuery(typed);
      setAt(0);
    },
    matches: found.length,
    position: Math.min(at + 1, found.length),
    current,
    step: by => setAt(before => (before + by + found.length) % Math.max(1, found.length)),
  };
}

function SearchBox({ label, search }: { label: string; search: JsonSearch }) {
  const { query, setQuery, matches, position, step } = search;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="json-search">
      <label htmlFor={id} className="unseen">
        Search in {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder="Find in JSON"
        autoComplete="off"
        onChange={event => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="json-count">
        {query === '' ? '' : matches === 0 ? 'No matches' : `${position} of ${matches}`}
      </span>
      {query !== '' && (
        <>
          <button
            type="button"
            className="quiet"
            aria-label="Previous match"
            disabled={matches < 2}
            onClick={() => step(-1)}
          >
            <ChevronUp size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label="Next match"
            disabled={matches < 2}
            onClick={() => step(1)}
          >
            <ChevronDown size={16} aria-hidden />
          </button>
        </>
      )}
    </search>
  );
}

interface TreeProps {
  label: string;
  lines: readonly JsonLine[];
  query: string;
  current: string | undefined;
  active: string;
  onActive: (path: string) => void;
  onToggle: (path: string, isOpen: boolean) => void;
}

/** One line can be focused. The arrow keys move the focus, open and fold, as in the tree pattern of ARIA. */
function Tree({ label, lines, query, current, active, onActive, onToggle }: TreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const items = lines.filter(({ kind }) => kind !== 'close');
  const focusable = items.some(({ path }) => path === active) ? active : '';

  // A match in a folded part is drawn only after the part was opened.
  const isDrawn = items.some(({ path }) => path === current);
  useEffect(() => {
    const line = tree.current?.querySelector<HTMLElement>('[data-current]');
    if (current !== undefined && isDrawn && line && tree.current) scrollInside(tree.current, line);
  }, [current, isDrawn]);

  const focus = (path: string | undefined) => {
    if (path === undefined) return;
    onActive(path);
    tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex(({ path }) => path === focusable);
    const line = items[index];
    if (line === undefined) return;
    const act = actionOf(event.key, { items, index, line, focus, onToggle });
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="json-tree" role="tree" aria-label={label} ref={tree} onKeyDown={onKeyDown}>
      {lines.map(line =>
        line.kind === 'close' ? (
          <div key={`${line.path} end`} className="json-line" style={indent(line)} aria-hidden="true">
            {line.text}
            {line.hasComma && ','}
          </div>
        ) : (
          <Line
            key={line.path}
            line={line}
            query={query}
            isCurrent={line.path === current}
            isFocusable={line.path === focusable}
            onToggle={onToggle}
            isActive={line.path !== '' && line.path === active}
            onActive={() => onActive(line.path)}
          />
        ),
      )}
    </div>
  );
}

interface KeyTarget {
  items: readonly JsonLine[];
  index: number;
  line: JsonLine;
  focus: (path: string | undefined) => void;
  onToggle: (path: string, isOpen: boolean) => void;
}

function actionOf(key: string, { items, index, line, focus, onToggle }: KeyTarget): (() => void) | undefined {
  switch (key) {
    case 'ArrowDown':
      return () => focus(items[index + 1]?.path);
    case 'ArrowUp':
      return () => focus(items[index - 1]?.path);
    case 'Home':
      return () => focus(items[0]?.path);
    case 'End':
      return () => focus(items.at(-1)?.path);
    case 'ArrowRight':
      if (line.kind === 'folded') return () => onToggle(line.path, true);
      return () => line.kind === 'open' && focus(items[index + 1]?.path);
    case 'ArrowLeft':
      if (line.kind === 'open') return () => onToggle(line.path, false);
      return () => focus(ancestorsOf(line.path).at(-1));
    case 'Enter':
    case ' ':
      return line.kind === 'value' ? undefined : () => onToggle(line.path, line.kind === 'folded');
    default:
      return undefined;
  }
}

interface LineProps {
  line: JsonLine;
  query: string;
  isCurrent: boolean;
  isFocusable: boolean;
  isActive: boolean;
  onToggle: (path: string, isOpen: boolean) => void;
  onActive: () => void;
}

function Line({ line, query, isCurrent, isFocusable, isActive, onToggle, onActive }: LineProps) {
  const { path, key, kind, text, type, size, hasComma } = line;
  const isFoldable = kind !== 'value';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      className="json-line"
      role="treeitem"
      aria-level={line.depth + 1}
      aria-selected={isActive}
      {...(isFoldable && { 'aria-expanded': kind === 'open' })}
      data-path={path}
      data-current={isCurrent || undefined}
      data-foldable={isFoldable || undefined}
      style={indent(line)}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={onActive}
      onClick={() => {
        // A click that ends a selection of text must not fold the line.
        if (isFoldable && !document.getSelection()?.toString()) onToggle(path, kind === 'folded');
      }}
    >
      {key !== undefined && (
        <>
          <span className="json-key">{marked(JSON.stringify(key), query)}</span>
          {': '}
        </>
      )}
      <span className={isWord(line) ? 'json-word' : undefined}>
        <span className="json-value" data-type={type}>
          {kind === 'value' ? marked(text, query) : text}
        </span>
        {hasComma && ','}
      </span>
      {kind === 'folded' && <span className="json-size"> {sizeText(type, size)}</span>}
    </div>
  );
}

/** A date or an ID goes to the next line as a whole. At a hyphen, a break would look like a hyphenated word. */
function isWord({ kind, text }: JsonLine): boolean {
  return kind === 'value' && !text.includes(' ');
}

function sizeText(type: JsonLine['type'], size: number): string {
  const noun = type === 'list' ? 'item' : 'field';
  return `${size} ${noun}${size === 1 ? '' : 's'}`;
}

function indent({ depth }: JsonLine) {
  return { '--depth': depth } as React.CSSProperties;
}

/** Marks each occurrence of the query. */
function marked(text: string, query: string): ReactNode {
  if (query === '') return text;
  const [lower, wanted] = [text.toLowerCase(), query.toLowerCase()];
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

/** `scrollIntoView` would also scroll the page. */
function scrollInside(box: HTMLElement, line: HTMLElement): void {
  const top = line.offsetTop;
  const isVisible = top >= box.scrollTop && top + line.offsetHeight <= box.scrollTop + box.clientHeight;
  if (!isVisible) box.scrollTop = top - box.clientHeight / 3;
}
