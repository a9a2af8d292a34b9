/** Traces database statements by the name of their store function, never by their text or values. */
import { inChildSpan, isTracing } from './span.ts';

type Run<Asked, Rest extends unknown[], Rows> = (statement: Asked, ...rest: Rest) => Promise<Rows>;

export function traceStatements<Asked extends { origin: string }, Rest extends unknown[], Rows>(
  run: Run<Asked, Rest, Rows>,
): Run<Asked, Rest, Rows> {
  return (statement, ...rest) => {
    if (!isTracing()) return run(statement, ...rest);
    const summary = placeOf(statement.origin);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    return inChildSpan({ name: summary, kind: 'client', attributes }, () => run(statement, ...rest));
  };
}

/** Returns a name such as `key-store findKeyRecords`, taken from the first line of a stack trace. */
export function placeOf(origin: string): string {
  const [line = ''] = origin.split('\n', 1);
  const end = line.indexOf('.ts:');
  if (end === -1) return 'statement';
  const file = line.slice(line.lastIndexOf('/', end) + 1, end);
  // The line contains `at async findKey (file:///…)`, or only the file.
  const words = line.trim().split(' ');
  const name = words.at(-1)?.startsWith('(') ? words.at(-2)?.split('.').at(-1) : undefined;
  return name === undefined ? file : `${file} ${name}`;
}
