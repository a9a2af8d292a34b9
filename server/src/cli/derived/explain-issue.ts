/** Explains an issue that an operation's schema found, in terms of options instead of JSON fields. Pure. */
import type { z } from 'zod';

/** How each field can be set, keyed by its dotted path. For example, `--scope or --all-scopes`. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Returns a sentence that starts with the option, unless the issue concerns several options. */
export function explainIssue(issue: z.core.$ZodIssue, input: object, labels: FieldLabels): string {
  const path = issue.path.filter(part => typeof part === 'string');
  const label = labels[path.join('.')] ?? labels[path[0] ?? ''] ?? path.join('.');
  const isMissing = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (isMissing && valueAt(input, path) === undefined) {
    const given = Object.keys(valueAt(input, path.slice(0, -1)) ?? {}).map(
      name => labels[[...path.slice(0, -1), name].join('.')],
    );
    return `${label} is required${path.length > 1 ? ` with ${given.join(' and ')}` : ''}.`;
  }
  const mentioned = Object.keys(labels).filter(name => new RegExp(`\\b${name}\\b`).test(issue.message));
  if (issue.code !== 'custom' || mentioned.length < 2) return `${label}: ${issue.message}`;
  // A single argument may set all of these fields.
  if (new Set(mentioned.map(name => labels[name])).size === 1) return `${label} is required.`;
  return issue.message.replace(/\b[a-zA-Z]+\b/g, word => labels[word] ?? word).replaceAll('`', '');
}

export function valueAt(value: object, path: readonly string[]): object | undefined {
  return path.reduce<unknown>(
    (inner, part) => (inner as Record<string, unknown> | undefined)?.[part],
    value,
  ) as object | undefined;
}
