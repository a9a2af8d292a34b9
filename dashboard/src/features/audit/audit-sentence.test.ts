import { AUDIT_ACTIONS } from '@serai/contract/account/audit-actions.ts';
import { describe, expect, test } from 'vitest';
import { actorAddress, auditSentence, providerKey, sentenceText } from './audit-sentence.ts';

const NAMES = new Map([
  ['olivia@example.com', 'Olivia'],
  ['mbr_mei', 'Mei'],
  ['prt_north', 'Northern Travel'],
  ['4Zk8', 'Web shop'],
]);

type Entry = Parameters<typeof auditSentence>[0];

function sentence(action: string, rest: Partial<Entry> = {}): string {
  const entry = { actor: 'olivia@example.com', action, target: 'x', before: null, after: null, ...rest };
  return sentenceText(auditSentence(entry, NAMES));
}

describe('audit entries as sentences', () => {
  test.each(AUDIT_ACTIONS)('%s has a sentence, even if the entry contains no details', action => {
    const text = sentence(action, { target: 'tgt_1' });
    expect(text).toMatch(/^Olivia [a-z]/);
    expect(text).not.toMatch(/undefined|null|\[object|performed| {2}/);
    expect(text).not.toContain('\u0000');
  });

  test.each<[string, string, Partial<Entry>]>([
    [
      'Olivia invited Mei as Developer',
      'members/invite',
      { after: { email: 'mei@example.com', name: 'Mei', role: 'developer' } },
    ],
    [
      'Olivia created a one-time sign-in link for the Owner role',
      'session/create-link',
      { after: { role: 'owner' } },
    ],
    [
      'Olivia invited leo@example.com as Admin',
      'members/invite',
      { after: { email: 'leo@example.com', name: null, role: 'partner-admin' } },
    ],
    [
      'Olivia changed the role of Mei from Viewer to Developer',
      'members/update',
      { target: 'mbr_mei', before: { role: 'viewer' }, after: { role: 'developer' } },
    ],
    [
      'Olivia created the sandbox key Web shop',
      'keys/create',
      { target: '4Zk8', after: { name: 'Web shop', environment: 'sandbox' } },
    ],
    [
      'Olivia changed the limits and the expiry of the key Web shop',
      'keys/update',
      { target: '4Zk8', before: { limits: {}, expiresAt: null }, after: { limits: {}, expiresAt: 'later' } },
    ],
    [
      'Olivia changed the payment terms, the tax number and the contacts of the partner Northern Travel',
      'partners/update',
      {
        target: 'prt_north',
        before: { paymentDays: null, company: { legalName: 'AB', taxNumber: null, contacts: [] } },
        after: { paymentDays: 14, company: { legalName: 'AB', taxNumber: 'SE1', contacts: [{}] } },
      },
    ],
    [
      'Olivia changed the payment details of the installation',
      'operator/update',
      { before: { paymentDetails: { account: null } }, after: { paymentDetails: { account: 'ES91 2100' } } },
    ],
    [
      'Olivia suspended the partner Northern Travel: unpaid',
      'partners/suspend',
      { target: 'prt_north', after: { status: 'SUSPENDED', reason: 'unpaid' } },
    ],
    [
      'Olivia closed the October 2026 statement 2026-10-0003 (640.50 EUR)',
      'statements/close',
      {
        after: {
          month: '2026-10',
          number: '2026-10-0003',
          closing: { amount: '640.50', currency: 'EUR' },
        },
      },
    ],
    [
      'Olivia sent the October 2026 statement to accounts@example.com',
      'statements/send',
      { after: { month: '2026-10', kind: 'STATEMENT', to: 'accounts@example.com' } },
    ],
    [
      'Olivia sent a payment reminder for the October 2026 statement 2026-10-0003 to accounts@example.com',
      'statements/send',
      {
        after: {
          month: '2026-10',
          number: '2026-10-0003',
          kind: 'REMINDER',
          to: 'accounts@example.com',
        },
      },
    ],
    [
      'Olivia adjusted the balance in the sandbox: the partner owes 3,120.00 EUR more',
      'billing/adjust',
      {
        after: {
          effect: 'OWES_MORE',
          amount: { amount: '3120.00', currency: 'EUR' },
          environment: 'sandbox',
        },
      },
    ],
    [
      'Olivia recorded a payment of 1,250.00 EUR',
      'billing/payments/record',
      { after: { environment: 'production', amount: { amount: '1250.00', currency: 'EUR' } } },
    ],
    [
      'Olivia recorded a payment of 1,250.00 EUR from a bank file',
      'billing/payments/import',
      { after: { environment: 'production', amount: { amount: '1250.00', currency: 'EUR' } } },
    ],
    [
      'Olivia marked a payment of 1,250.00 EUR as returned: Insufficient funds',
      'billing/payments/return',
      {
        after: {
          environment: 'production',
          amount: { amount: '1250.00', currency: 'EUR' },
          reason: 'Insufficient funds',
        },
      },
    ],
    [
      'Olivia failed to sign in because the password was wrong, for the 3rd time in a row',
      'session/sign-in',
      { after: { refused: 'password', failures: 3 } },
    ],
    [
      'Olivia made 12 changes to the inventory of htl_1',
      'inventory/update',
      { target: 'htl_1', after: { cells: Array.from({ length: 10 }, () => ({})), more: 2 } },
    ],
    [
      'Olivia paused the webhook endpoint whk_1',
      'webhooks/update',
      { target: 'whk_1', after: { status: 'PAUSED' } },
    ],
    [
      'Olivia applied the settings of Northern Travel for the provider hotelbeds to all partners',
      'providers/share',
      { target: 'hotelbeds', before: { partnerId: 'prt_north', keep: 'PARTNER' } },
    ],
    [
      'Olivia removed the settings of Northern Travel for the provider hotelbeds',
      'providers/share',
      { target: 'hotelbeds', before: { partnerId: 'prt_north', keep: 'SHARED' } },
    ],
    [
      'Olivia requested the cancellation of the booking bkg_1, with the operator paying any penalty',
      'bookings/cancel',
      { target: 'bkg_1', after: { status: 'CANCEL_PENDING', penaltyBorneBy: 'OPERATOR' } },
    ],
  ])('%s', (text, action, rest) => expect(sentence(action, rest)).toBe(text));

  test('the email address of a person is shown with the name that the person chose', () => {
    const names = new Map([
      ['mallory@example.com', 'Serai'],
      ['leo@example.com', 'leo@example.com'],
    ]);
    expect(actorAddress('mallory@example.com', names)).toBe('mallory@example.com');
    expect(actorAddress('leo@example.com', names)).toBeUndefined();
    expect(actorAddress('service', names)).toBeUndefined();
  });

  test('actors that are not people have names of their own', () => {
    expect(sentence('session/sign-out', { actor: 'operator-token' })).toBe('The operator token signed out');
    expect(sentence('keys/report-leak', { actor: 'another partner' })).toMatch(/^Another partner reported /);
    expect(sentence('syncs/failed', { actor: 'service', target: 'a' })).toMatch(/^Serai reported/);
    expect(sentence('session/sign-in', { actor: 'link-0a1b' })).toBe('A one-time link user signed in');
  });

  test('an endpoint that was deleted is named by its URL, and a provider account by its name', () => {
    const url = 'https://shop.example/hooks';
    expect(sentence('webhooks/delete', { target: 'whk_9', before: { url } })).toBe(
      `Olivia deleted the webhook endpoint ${url}`,
    );
    const names = new Map([
      ['prv_1', 'Hotelbeds Spain'],
      [providerKey('production', 'hotelbeds'), 'Hotelbeds Spain'],
      [providerKey('sandbox', 'hotelbeds'), 'Hotelbeds Test'],
    ]);
    const entry = (action: string, target: string, after: object) => ({
      ...{ actor: 'service', action, target, before: null, after: after as never },
    });
    expect(sentenceText(auditSentence(entry('providers/update', 'prv_1', { enabled: false }), names))).toBe(
      'Serai paused the provider Hotelbeds Spain',
    );
    const settled = (after: object) =>
      sentenceText(auditSentence(entry('orphans/settle', 'R1', { provider: 'hotelbeds', ...after }), names));
    expect(settled({ environment: 'production' })).toContain('the reservation R1 at Hotelbeds Spain');
    expect(settled({ environment: 'sandbox' })).toContain('the reservation R1 at Hotelbeds Test');
    expect(settled({ testMode: true })).toContain('the reservation R1 at Hotelbeds Test');
  });

  test('taking a booking of the queue differs from taking it over', () => {
    const sentence = (action: string, taken: boolean) =>
      sentenceText(
        auditSentence(
          { actor: 'olivia@example.com', action, target: 'bkg_1', before: { taken } as never, after: null },
          new Map([['olivia@example.com', 'Olivia']]),
        ),
      );
    const [where, who] = ['in the attention queue', 'Olivia'];
    expect(sentence('attention/take', false)).toBe(`${who} took the booking bkg_1 ${where}`);
    expect(sentence('attention/take', true)).toBe(
      `${who} took over the booking bkg_1 ${where} from a colleague`,
    );
    expect(sentence('attention/release', true)).toBe(`${who} released the booking bkg_1 ${where}`);
    expect(sentence('attention/assign', false)).toBe(
      `${who} assigned the booking bkg_1 ${where} to a colleague`,
    );
  });

  test('a change to the texts of a room type names the room type and the hotel', () => {
    const entry = {
      ...{ actor: 'a', action: 'hotels/update-room-texts', target: 'htl_1', before: { description: null } },
      after: { environment: 'sandbox', roomCode: 'DBL', description: { en: 'Quiet.' } },
    };
    expect(sentenceText(auditSentence(entry as never, new Map()))).toBe(
      'a changed the description of the room type DBL of the hotel htl_1',
    );
  });

  test('an action of a later version is named as it is', () => {
    expect(sentence('rooms/paint', { target: 'room_1' })).toBe('Olivia performed rooms/paint on room_1');
  });

  test('the changed object is a separate piece, so that the page can link to it', () => {
    const entry = { actor: 'a', action: 'keys/revoke', target: '4Zk8', before: null, after: null };
    expect(auditSentence(entry, NAMES)).toEqual(['a revoked the key ', { target: 'Web shop' }]);
  });
});
