import { signIn as operation } from '@serai/contract/account/session/sign-in.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator-handler.ts';
import { sessionCookie } from '../access/session-cookie.ts';
import { SESSION_ABSOLUTE_MS } from '../session-store.ts';
import { signIn } from '../sign-in.ts';
import { sessionView } from './session-view.ts';

export function sessionSignIn({ db, clock }: { db: Database; clock: Clock }): OperatorHandler {
  return operate(operation, async ({ address, requestId, answerHeaders, secure = false }, { token = '' }) => {
    const signedIn = await signIn(db, clock, { token, address, requestId });
    if (signedIn === undefined) {
      throw new ApiError(
        'UNAUTHORIZED',
        'The link is unknown, already used or expired. `npx serai sign-in` prints a new one.',
      );
    }
    answerHeaders['set-cookie'] = sessionCookie(signedIn.token, secure, SESSION_ABSOLUTE_MS / 1000);
    return { session: await sessionView(db, signedIn), secondFactorNeeded: false, invitation: null };
  });
}
