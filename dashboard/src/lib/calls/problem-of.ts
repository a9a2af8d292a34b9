import type { CallFailure } from './operator-client.ts';

/** What the server says about one member of the input: `problemOf(failure, 'email')`. */
export function problemOf(failure: CallFailure | undefined, member: string): string | undefined {
  return failure?.details.find(({ path }) => path === `/${member}` || path.startsWith(`/${member}/`))
    ?.message;
}

/** Whether every problem stands beside a field already, so that it need not be said twice. */
export function isSaidBeside(failure: CallFailure | undefined, members: readonly string[]): boolean {
  const details = failure?.details ?? [];
  return details.length > 0 && details.every(({ path }) => members.includes(path.split('/')[1] ?? ''));
}
