import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { sessionCookie } from '../../access/session-cookie.ts';
import { SESSION_ABSOLUTE_MS } from '../../session-store.ts';

type Answered = Pick<OperatorContext, 'answerHeaders' | 'secure'>;

/** The browser drops it when the session ends for good; whether it has ended, the server alone knows. */
export function giveCookie({ answerHeaders, secure = false }: Answered, token: string): void {
  answerHeaders['set-cookie'] = sessionCookie(token, secure, SESSION_ABSOLUTE_MS / 1000);
}
