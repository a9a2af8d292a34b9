import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import type { KnownDevices } from '../../access/known-device.ts';
import { sessionCookie } from '../../access/session-cookie.ts';
import { SESSION_ABSOLUTE_MS } from '../../session-store.ts';

type Answered = Pick<OperatorContext, 'cookies' | 'secure'>;

/** The browser drops it when the session ends for good; whether it has ended, the server alone knows. */
export function giveCookie({ cookies, secure = false }: Answered, token: string): void {
  cookies.push(sessionCookie(token, secure, SESSION_ABSOLUTE_MS / 1000));
}

/** Makes the browser a device that the account knows. Only after everything was proved that signing in asks for. */
export function giveDeviceCookie(
  { cookies, device, secure = false }: Answered & Pick<OperatorContext, 'device'>,
  devices: KnownDevices,
  email: string,
): void {
  cookies.push(devices.cookie(email, device, secure));
}
