/** What an audit entry changed, member by member, in words that people compare. Pure. */

export interface MemberChange {
  /** `limits.perMinute`. */
  member: string;
  /** Undefined where there was nothing before. */
  was: string | undefined;
  /** Undefined where nothing is left. */
  is: string | undefined;
  /** Where a list changed: what was added to it and what was taken away. */
  added?: string[];
  removed?: string[];
}

type State = Readonly<Record<string, unknown>>;

export function changesOf(before: State | null, after: State | null): MemberChange[] {
  return memberChanges(before ?? {}, after ?? {}, '');
}

function memberChanges(before: State, after: State, path: string): MemberChange[] {
  return Object.keys({ ...before, ...after }).flatMap(name => {
    const [was, is, member] = [before[name], after[name], `${path}${name}`];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (isState(was) || isState(is)) {
      return memberChanges(isState(was) ? was : {}, isState(is) ? is : {}, `${member}.`);
    }
    if (isList(was) && isList(is)) return [listChange(member, was, is)];
    return [{ member, was: words(was), is: words(is) }];
  });
}

function listChange(member: string, was: readonly unknown[], is: readonly unknown[]): MemberChange {
  const [old, now] = [was.map(item => words(item) ?? ''), is.map(item => words(item) ?? '')];
  return {
    member,
    was: words(was),
    is: words(is),
    added: now.filter(item => !old.includes(item)),
    removed: old.filter(item => !now.includes(item)),
  };
}

function words(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || (isList(value) && value.length === 0)) return 'none';
  if (typeof value === 'string') return value;
  if (isList(value)) return value.map(words).join(', ');
  if (isState(value))
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${words(inner)}`)
      .join(', ');
  return JSON.stringify(value);
}

function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
