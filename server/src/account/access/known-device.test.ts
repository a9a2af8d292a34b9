import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { KnownDevices, readDeviceCookie } from './known-device.ts';

const clock = new ManualClock();
const devices = new KnownDevices(Buffer.alloc(32, 1), clock);
const kept = (cookie: string) => readDeviceCookie(cookie.split(';')[0], true);

it('a device is known only to the account that it signed in to', () => {
  const cookie = kept(devices.cookie('ana@example.com', undefined, true));
  expect(devices.find('ana@example.com', cookie)).toMatch(/^\w{22}$/);
  expect(devices.find('ANA@example.com', cookie)).toBeDefined();
  expect(devices.find('ivo@example.com', cookie)).toBeUndefined();
  expect(cookie).not.toContain('ana');
});

it('a known device keeps its ID when it signs in again', () => {
  const first = kept(devices.cookie('ana@example.com', undefined, true));
  const second = kept(devices.cookie('ana@example.com', first, true));
  expect(devices.find('ana@example.com', second)).toBe(devices.find('ana@example.com', first));
});

it('a device is not recognised if its cookie was changed, the key is different or half a year has passed', () => {
  const cookie = kept(devices.cookie('ana@example.com', undefined, true)) as string;
  const [id, ends, mac] = cookie.split('.') as [string, string, string];
  const altered = [
    `${id}.${Number(ends) + 1}.${mac}`,
    `${id}.${ends}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    `${id}.${ends}`,
    '',
  ];
  for (const text of altered) expect(devices.find('ana@example.com', text)).toBeUndefined();
  expect(new KnownDevices(Buffer.alloc(32, 2), clock).find('ana@example.com', cookie)).toBeUndefined();
  clock.advance(180 * 86_400_000 + 1000);
  expect(devices.find('ana@example.com', cookie)).toBeUndefined();
});

it('the device cookie is inaccessible to scripts and other sites and bound to the host over https', () => {
  expect(devices.cookie('ana@example.com', undefined, true)).toMatch(
    /^__Host-serai_device=[^;]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(devices.cookie('ana@example.com', undefined, false)).toMatch(/^serai_device=.*SameSite=Strict$/);
});
