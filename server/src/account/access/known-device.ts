/**
 * Recognises devices that have signed in before. Their sign-ins wait in a separate queue, so that a flood of guesses
 * from elsewhere cannot block them. The cookie is bound to the account and reveals nothing about it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { randomBase62 } from '../../platform/ids/ids.ts';
import { hostCookie, readHostCookie } from './session-cookie.ts';

const DEVICE_COOKIE = 'serai_device';
const VALID_MS = 180 * 86_400_000;
const DEVICE_ID_LENGTH = 22;
const FORM = /^([0-9A-Za-z]{22})\.(\d{1,12})\.([\w-]{43})$/;

export class KnownDevices {
  readonly #key: Buffer;
  readonly #clock: Clock;

  /** The key must be the same on every node. */
  constructor(key: Buffer, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** Returns the cookie for a device that has just signed in to the account. A known device keeps its ID. */
  cookie(account: string, presented: string | undefined, secure: boolean): string {
    const deviceId = this.find(account, presented) ?? randomBase62(DEVICE_ID_LENGTH);
    const ends = Math.floor((this.#clock.nowMs() + VALID_MS) / 1000);
    const value = `${deviceId}.${ends}.${this.#sign(account, deviceId, ends).toString('base64url')}`;
    return hostCookie(DEVICE_COOKIE, value, { secure, maxAgeSeconds: VALID_MS / 1000, sameSite: 'Strict' });
  }

  find(account: string, presented: string | undefined): string | undefined {
    const [, deviceId, ends, mac] = FORM.exec(presented ?? '') ?? [];
    if (deviceId === undefined || ends === undefined || mac === undefined) return undefined;
    if (Number(ends) * 1000 <= this.#clock.nowMs()) return undefined;
    const given = Buffer.from(mac, 'base64url');
    const expected = this.#sign(account, deviceId, Number(ends));
    return given.length === expected.length && timingSafeEqual(given, expected) ? deviceId : undefined;
  }

  #sign(account: string, deviceId: string, ends: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([account.toLowerCase(), deviceId, ends]))
      .digest();
  }
}

export function readDeviceCookie(header: string | undefined, secure: boolean): string | undefined {
  return readHostCookie(header, DEVICE_COOKIE, secure);
}
