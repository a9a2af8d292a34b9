import { expect, it } from 'vitest';
import { SETTINGS } from './settings-table.ts';

it('SERAI_WEBHOOK_ALLOWED_TARGETS accepts host names, IP addresses and address ranges', () => {
  const { parse } = SETTINGS.SERAI_WEBHOOK_ALLOWED_TARGETS;
  expect(parse('Receiver, hooks.internal,10.0.0.0/8 ,::1, 127.0.0.1')).toEqual([
    'receiver',
    'hooks.internal',
    '10.0.0.0/8',
    '::1',
    '127.0.0.1',
  ]);
});

it.each(['127.1', '2130706433', '10.0.0.1/8', 'http://receiver', 'receiver:3000', '*.internal'])(
  'the entry %s is not a valid webhook target',
  entry => {
    expect(() => SETTINGS.SERAI_WEBHOOK_ALLOWED_TARGETS.parse(entry)).toThrow(entry.slice(0, 4));
  },
);

it('webhook ports must be valid port numbers', () => {
  expect(SETTINGS.SERAI_WEBHOOK_PORTS.parse('443, 9443')).toEqual([443, 9443]);
  expect(() => SETTINGS.SERAI_WEBHOOK_PORTS.parse('443,https')).toThrow('"https"');
  expect(() => SETTINGS.SERAI_WEBHOOK_PORTS.parse('0')).toThrow('"0"');
});
