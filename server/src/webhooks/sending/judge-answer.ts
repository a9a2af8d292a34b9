/** What an attempt came to. Pure. */
import type { PostResult } from './sender.ts';

export type Judgement =
  | { outcome: 'DELIVERED' }
  /** GONE disables the endpoint at once. */
  | { outcome: 'FAILED' | 'GONE'; error: string };

/** Any 2xx is success, whatever became of the body behind it. */
export function judgeAnswer({ status, error }: Pick<PostResult, 'status' | 'error'>): Judgement {
  if (status === undefined) return { outcome: 'FAILED', error: error ?? 'There was no answer.' };
  if (status >= 200 && status < 300) return { outcome: 'DELIVERED' };
  if (status === 410) return { outcome: 'GONE', error: 'Answered 410: the receiver wants no more events.' };
  if (status >= 300 && status < 400) {
    return { outcome: 'FAILED', error: `Answered ${status}: redirects are not followed.` };
  }
  return { outcome: 'FAILED', error: `Answered ${status}.` };
}
