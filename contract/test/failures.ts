import type { z } from 'zod';

/**
 * Returns the validation failures of a value as `pointer CODE`. Failures without a code from the contract show
 * Zod's code.
 */
export function failuresOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.flatMap(issue => failuresIn(issue));
}

/** For a union, returns only the failures of the alternative that has the fewest. */
function failuresIn(issue: z.core.$ZodIssue, parent = ''): string[] {
  const path = parent + issue.path.map(part => `/${String(part)}`).join('');
  if (issue.code === 'invalid_union') {
    const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length);
    return closest.flatMap(each => failuresIn(each, path));
  }
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => `${path}/${key} UNKNOWN_FIELD`);
  return [`${path} ${(issue.code === 'custom' && issue.params?.code) || issue.code}`];
}

/** Returns a copy with one field replaced, or removed if the value is undefined. The path is dotted. */
export function changed<T>(value: T, path: string, member: unknown): T {
  const copy = structuredClone(value);
  const names = path.split('.');
  const last = names.pop() as string;
  let target = copy as Record<string, unknown>;
  for (const name of names) target = target[name] as Record<string, unknown>;
  if (member === undefined) delete target[last];
  else target[last] = member;
  return copy;
}
