/**
 * Rules between the members of an object. Zod skips such checks as soon as any member failed; these still run while the
 * members they look at are valid, so that a caller learns of every failure at once.
 */
import { z } from 'zod';

export interface Failure {
  /** Where the failure stands, from the object the rule belongs to. */
  path: readonly (string | number)[];
  /** Detail code of the error answer. */
  code: string;
  /** What to do, in English. Never repeats the value. */
  message: string;
}

/**
 * `uses` names the members that `judge` reads, as dotted paths from the object; `*` is any item of a list or any member
 * of a map: `rooms.*.roomRef`. `judge` yields what is wrong and runs only while all of them are valid.
 */
export function rule<T>(
  uses: readonly string[],
  judge: (value: T) => Iterable<Failure>,
): z.core.$ZodCheck<T> {
  const patterns = uses.map(path => path.split('.'));
  return z.superRefine<T>(
    (value, context) => {
      for (const { path, code, message } of judge(value)) {
        context.addIssue({ code: 'custom', path: [...path], message, params: { code }, input: undefined });
      }
    },
    { when: ({ issues }) => !issues.some(issue => isInTheWay(issue, patterns)) },
  );
}

function isInTheWay(issue: z.core.$ZodRawIssue, patterns: readonly (readonly string[])[]): boolean {
  // An unknown member leaves the known ones readable.
  if (issue.code === 'unrecognized_keys') return false;
  const path = issue.path ?? [];
  return path.length === 0 || patterns.some(pattern => overlaps(path, pattern));
}

/** Whether one of the two paths leads to the other. */
function overlaps(path: readonly PropertyKey[], pattern: readonly string[]): boolean {
  const shorter = Math.min(path.length, pattern.length);
  for (let i = 0; i < shorter; i++) {
    if (pattern[i] !== '*' && pattern[i] !== String(path[i])) return false;
  }
  return true;
}

/** Of the named members exactly one must be given. */
export function exactlyOneOf(first: string, ...others: string[]): z.core.$ZodCheck<object> {
  const names = [first, ...others];
  const message = `Give exactly one of ${names.join(', ')}.`;
  return rule<object>([], function* (value) {
    const given = names.filter(name => (value as Record<string, unknown>)[name] !== undefined);
    if (given.length === 0) yield { path: [first], code: 'EXACTLY_ONE_REQUIRED', message };
    for (const name of given.slice(1)) yield { path: [name], code: 'EXACTLY_ONE_ALLOWED', message };
  });
}
