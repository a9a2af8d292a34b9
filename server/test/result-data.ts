import type { Result } from '../src/platform/operations/handler.ts';

/** The data of a result, whether the handler returned it as an object or already wrote its JSON. */
export function dataOf(result: Result<unknown>): unknown {
  if ('data' in result) return result.data;
  return JSON.parse('json' in result ? result.json : `${result.open.finish()}}`);
}
