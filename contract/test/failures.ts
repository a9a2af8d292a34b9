import type { z } from 'zod';

/**
 * Returns the validation failures of a value as `pointer CODE`. Failures without a code from the contract show
 * Zod's code.
 */
export function failuresOf(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.flatMap(issue => {
    const path = issue.path.map(part => `/${String(part)}`).join('');
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => `${path}/${key} UNKNOWN_FIELD`);
    return [`${path} ${(issue.code === 'custom' && issue.params?.code) || issue.code}`];
  });
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
