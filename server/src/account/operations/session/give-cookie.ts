import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { KnownDevices } from '../../access/known-device.ts';
import { sessionCookie } from '../../access/session-cookie.ts';
import { SESSION_ABSOLUTE_MS } from '../../session-store.ts';

type Answered = Pick<OperatorContext, 'cookies' | 'secure'>;

/** The browser deletes it when the session reaches its maximum age. Only the server knows if it has ended earlier. */
export function giveCookie({ cookies, secure = false }: Answered, token: string): void {
  cookies.push(sessionCookie(token, secure, SESSION_ABSOLUTE_MS / 1000));
}

/** Makes the browser a known device of the account. Call it only after a complete sign-in. */
export function giveDeviceCookie(
  { cookies, device, secure = false }: Answered & Pick<OperatorContext, 'device'>,
  devices: KnownDevices,
  email: string,
): void {
  cookies.push(devices.cookie(email, device, secure));
}
