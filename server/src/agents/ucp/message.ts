/** Messages about a session, as UCP defines them. Pure. */

export type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable';

export type Message =
  | { type: 'error'; code: string; content: string; severity: Severity; path?: string }
  | { type: 'warning'; code: string; content: string; path?: string; presentation?: 'notice' | 'disclosure' }
  | { type: 'info'; code: string; content: string; path?: string };

export function failure(
  code: string,
  content: string,
  { path, severity = 'recoverable' }: { path?: string | undefined; severity?: Severity } = {},
): Message {
  return { type: 'error', code, content, severity, ...(path !== undefined && { path }) };
}

export function missing(path: string, content: string): Message {
  return failure('missing', content, { path });
}

export function invalid(path: string, content: string): Message {
  return failure('invalid', content, { path });
}

/** Converts a JSON Pointer to a JSONPath: `/stays/0/stay_dates` becomes `$.stays[0].stay_dates`. */
export function jsonPath(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts.reduce((path, part) => path + (/^\d+$/.test(part) ? `[${part}]` : memberPath(part)), '$');
}

function memberPath(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
