/** Statements as spans of the trace they belong to: by the name of the store's function, never by text or values. */
import { inChildSpan, isTracing } from './span.ts';

type Run<Asked, Rows> = (statement: Asked) => Promise<Rows>;

export function traceStatements<Asked extends { origin: string }, Rows>(
  run: Run<Asked, Rows>,
): Run<Asked, Rows> {
  return statement => {
    if (!isTracing()) return run(statement);
    const summary = placeOf(statement.origin);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    return inChildSpan({ name: summary, kind: 'client', attributes }, () => run(statement));
  };
}

const FRAME = /at (?:async )?(?:Object\.|Module\.)?(?:([\w$.#<>]+) \()?.*?([\w.-]+)\.ts:\d+/;

/** Such as `key-store findKeyRecords`, out of the first line of a stack. */
export function placeOf(origin: string): string {
  const [, name, file] = FRAME.exec(origin) ?? [];
  return file === undefined ? 'statement' : [file, name].filter(Boolean).join(' ');
}
