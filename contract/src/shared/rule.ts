/**
 * Rules that involve several fields of an object. Zod skips such checks as soon as any field fails. These
 * rules still run as long as the fields they read are valid, so that a response reports every failure
 * together.
 */
import { z } from 'zod';

export interface Failure {
  /** Path of the failure, relative to the object that the rule belongs to. */
  path: readonly (string | number)[];
  /** Code in `error.details`. */
  code: string;
  /** States what the caller should do, in English. Never repeats the value. */
  message: string;
}

/**
 * `uses` lists the fields that `check` reads, as dotted paths from the object. `*` matches any item of a list
 * or any key of a map, as in `rooms.*.roomRef`. `check` yields the failures and runs only if all these fields
 * are valid.
 */
export function rule<T>(
  uses: readonly string[],
  check: (value: T) => Iterable<Failure>,
): z.core.$ZodCheck<T> {
  const patterns = uses.map(path => path.split('.'));
  return z.superRefine<T>(
    (value, context) => {
      for (const { path, code, message } of check(value)) {
        context.addIssue({ code: 'custom', path: [...path], message, params: { code }, input: undefined });
      }
    },
    { when: ({ issues }) => !issues.some(issue => blocksRule(issue, patterns)) },
  );
}

function blocksRule(issue: z.core.$ZodRawIssue, patterns: readonly (readonly string[])[]): boolean {
  // An unknown field does not affect the known ones.
  if (issue.code === 'unrecognized_keys') return false;
  const path = issue.path ?? [];
  return path.length === 0 || patterns.some(pattern => overlaps(path, pattern));
}

/** Whether one path is a prefix of the other. */
function overlaps(path: readonly PropertyKey[], pattern: readonly string[]): boolean {
  const shorter = Math.min(path.length, pattern.length);
  for (let i = 0; i < shorter; i++) {
    if (pattern[i] !== '*' && pattern[i] !== String(path[i])) return false;
  }
  return true;
}

export function exactlyOneOf(first: string, ...others: string[]): z.core.$ZodCheck<object> {
  const names = [first, ...others];
  const message = `Specify exactly one of ${names.join(', ')}.`;
  return rule<object>([], function* (value) {
    const given = names.filter(name => (value as Record<string, unknown>)[name] !== undefined);
    if (given.length === 0) yield { path: [first], code: 'EXACTLY_ONE_REQUIRED', message };
    for (const name of given.slice(1)) yield { path: [name], code: 'EXACTLY_ONE_ALLOWED', message };
  });
}
