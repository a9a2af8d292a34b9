import { fieldLabel, isEmpty, isMoney, valueText } from './change-words.ts';
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
          <span className="change-field">{fieldLabel(change.field)}:</span> <Change change={change} />
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

/** An empty field of a created or deleted object says nothing, so it is left out. */
function fieldChanges(before: State, after: State, path: string): FieldChange[] {
  return Object.keys({ ...before, ...after }).flatMap(name => {
    const [was, is, field] = [before[name], after[name], `${path}${name}`];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if ((was === undefined && isEmpty(is)) || (is === undefined && isEmpty(was))) return [];
    if (isState(was) || isState(is)) {
      return fieldChanges(isState(was) ? was : {}, isState(is) ? is : {}, `${field}.`);
    }
    if (isList(was) && isList(is)) return [listChange(name, field, was, is)];
    return [{ field, was: textOf(name, was), is: textOf(name, is) }];
  });
}

function listChange(
  name: string,
  field: string,
  was: readonly unknown[],
  is: readonly unknown[],
): FieldChange {
  const [old, now] = [was.map(item => valueText(name, item)), is.map(item => valueText(name, item))];
  return {
    field,
    was: valueText(name, was),
    is: valueText(name, is),
    added: now.filter(item => !old.includes(item)),
    removed: old.filter(item => !now.includes(item)),
  };
}

function textOf(name: string, value: unknown): string | undefined {
  return value === undefined ? undefined : valueText(name, value);
}

function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isMoney(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
