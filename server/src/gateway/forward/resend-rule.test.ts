import { expect, test } from 'vitest';
import { afterFailure, type Failure } from './resend-rule.ts';

const failure = (members: Partial<Failure>): Failure => ({
  trafficClass: 'content',
  sent: false,
  everSent: members.sent ?? false,
  tries: 1,
  leftMs: 1_000,
  isShed: false,
  others: 1,
  ...members,
});

test.each<[string, Partial<Failure>, ReturnType<typeof afterFailure>]>([
  ['sends a read to another node if it reached none', {}, 'resend'],
  ['sends a read once more if its response was lost', { sent: true }, 'resend'],
  ['does not send a read a third time', { tries: 2 }, 'unavailable'],
  ['does not send a read again after the deadline', { leftMs: 0 }, 'unavailable'],
  ['sends a quote to another node if it reached none', { trafficClass: 'quote' }, 'resend'],
  ['never sends a quote twice', { trafficClass: 'quote', sent: true }, 'unavailable'],
  ['sends a booking again until the deadline', { trafficClass: 'book', sent: true, tries: 50 }, 'resend'],
  [
    'reports a booking that reached no node by the deadline as unavailable',
    { trafficClass: 'book', leftMs: 0 },
    'unavailable',
  ],
  [
    'ends without a response if a booking was ever sent',
    { trafficClass: 'book', everSent: true, leftMs: 0 },
    'silence',
  ],
  ['sends a request that one backend rejected to another', { trafficClass: 'quote', isShed: true }, 'resend'],
  ['sends a booking that one backend rejected to another', { trafficClass: 'book', isShed: true }, 'resend'],
  [
    'reports unavailability immediately if all backends reject the request',
    { trafficClass: 'book', isShed: true, others: 0 },
    'unavailable',
  ],
  [
    'keeps trying a booking that was sent once, even if another backend rejects it',
    { trafficClass: 'book', everSent: true, isShed: true, others: 0 },
    'resend',
  ],
])('the gateway %s', (_, members, expected) => expect(afterFailure(failure(members))).toBe(expected));
