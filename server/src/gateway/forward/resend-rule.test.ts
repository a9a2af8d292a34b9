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
  ['sends a read to another node if the first could not be reached', {}, 'resend'],
  ['sends a read once more if its response was lost', { sent: true }, 'resend'],
  ['does not send a read a third time', { tries: 2 }, 'unavailable'],
  ['does not send a read again after the deadline', { leftMs: 0 }, 'unavailable'],
  ['sends a quote to another node if the first could not be reached', { trafficClass: 'quote' }, 'resend'],
  ['does not resend a quote whose response was lost', { trafficClass: 'quote', sent: true }, 'unavailable'],
  [
    'sends a tool call to another node if the first could not be reached',
    { trafficClass: 'agent' },
    'resend',
  ],
  [
    'never resends a tool call that may have reached a backend, and closes the connection without a response',
    { trafficClass: 'agent', sent: true },
    'silence',
  ],
  ['resends a booking until the deadline', { trafficClass: 'book', sent: true, tries: 50 }, 'resend'],
  [
    'reports unavailability if a booking reached no node by the deadline',
    { trafficClass: 'book', leftMs: 0 },
    'unavailable',
  ],
  [
    'closes the connection without a response at the deadline if a booking was sent',
    { trafficClass: 'book', everSent: true, leftMs: 0 },
    'silence',
  ],
  [
    'sends a request to another backend if the first rejects it',
    { trafficClass: 'quote', isShed: true },
    'resend',
  ],
  [
    'sends a booking to another backend if the first rejects it',
    { trafficClass: 'book', isShed: true },
    'resend',
  ],
  [
    'reports unavailability immediately if all backends reject the request',
    { trafficClass: 'book', isShed: true, others: 0 },
    'unavailable',
  ],
  [
    'keeps resending a booking that may have been received, even if another backend rejects it',
    { trafficClass: 'book', everSent: true, isShed: true, others: 0 },
    'resend',
  ],
])('the gateway %s', (_, members, expected) => expect(afterFailure(failure(members))).toBe(expected));
