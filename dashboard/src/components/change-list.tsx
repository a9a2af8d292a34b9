import { formatDateTime } from '../lib/format/format.ts';
import '../styles/changes.css';

interface ChangeListProps {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** The changes in an audit entry, field by field. Plus and minus signs repeat what the colours show. */
export function ChangeList({ before, after }: ChangeListProps) {
  const changes = listChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <ul className="change-list" data-new={before === null || undefined}>
      {changes.map(change => (
        <li key={change.field}>
          <span className="change-field">{change.field}</span> <Change change={change} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { was, is, added, removed } }: { change: FieldChange }) {
  if (added !== undefined && removed !== undefined && was !== 'none' && is !== 'none') {
    return (
      <>
        {removed.map(item => (
          <del key={item} data-listed>
            − {item}
          </del>
        ))}{' '}
        {added.map(item => (
          <ins key={item}>+ {item}</ins>
        ))}
      </>
    );
  }
  return (
    <>
      {was !== undefined && <del>{was}</del>}
      {was !== undefined && is !== undefined && <span> → </span>}
      {is !== undefined && <ins>{is}</ins>}
    </>
  );
}

interface FieldChange {
  /** Path of the field, for example `limits.perMinute`. */
  field: string;
  /** Undefined if the field was added. */
  was: string | undefined;
  /** Undefined if the field was removed. */
  is: string | undefined;
  /** Items added to and removed from a list. */
  added?: string[];
  removed?: string[];
}

type State = Readonly<Record<string, unknown>>;

export function listChanges(before: State | null, after: State | null): FieldChange[] {
  return fieldChanges(before ?? {}, after ?? {}, '');
}

function fieldChanges(before: State, after: State, path: string): FieldChange[] {
  return Object.keys({ ...before, ...after }).flatMap(name => {
    const [was, is, field] = [before[name], after[name], `${path}${name}`];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (isState(was) || isState(is)) {
      return fieldChanges(isState(was) ? was : {}, isState(is) ? is : {}, `${field}.`);
    }
    if (isList(was) && isList(is)) return [listChange(field, was, is)];
    return [{ field, was: formatValue(was), is: formatValue(is) }];
  });
}

function listChange(field: string, was: readonly unknown[], is: readonly unknown[]): FieldChange {
  const [old, now] = [was.map(item => formatValue(item) ?? ''), is.map(item => formatValue(item) ?? '')];
  return {
    field,
    was: formatValue(was),
    is: formatValue(is),
    added: now.filter(item => !old.includes(item)),
    removed: old.filter(item => !now.includes(item)),
  };
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || (isList(value) && value.length === 0)) return 'none';
  if (typeof value === 'string') return INSTANT.test(value) ? formatDateTime(value) : value;
  if (isList(value)) return value.map(formatValue).join(', ');
  if (isState(value))
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${formatValue(inner)}`)
      .join(', ');
  return JSON.stringify(value);
}

function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
