/** Judges the response to an attempt. Pure. */
import type { PostResult } from './sender.ts';

export type Judgement =
  | { outcome: 'DELIVERED' }
  /** GONE disables the endpoint immediately. */
  | { outcome: 'FAILED' | 'GONE'; error: string };

/** Any 2xx status is a success, whatever happens to the body. */
export function judgeAnswer({ status, error }: Pick<PostResult, 'status' | 'error'>): Judgement {
  if (status === undefined) return { outcome: 'FAILED', error: error ?? 'There was no response.' };
  if (status >= 200 && status < 300) return { outcome: 'DELIVERED' };
  if (status === 410) return { outcome: 'GONE', error: 'Returned 410: the receiver wants no more events.' };
  if (status >= 300 && status < 400) {
    return { outcome: 'FAILED', error: `Returned ${status}: redirects are not followed.` };
  }
  return { outcome: 'FAILED', error: `Returned ${status}.` };
}
