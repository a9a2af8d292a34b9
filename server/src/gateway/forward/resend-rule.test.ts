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
  ['a read that reached nobody is tried on another node', {}, 'resend'],
  ['a read whose answer was lost is tried once more', { sent: true }, 'resend'],
  ['a read is not tried a third time', { tries: 2 }, 'unavailable'],
  ['a read without time left is not tried again', { leftMs: 0 }, 'unavailable'],
  ['a quote that reached nobody is tried on another node', { trafficClass: 'quote' }, 'resend'],
  ['a quote that was sent is never sent twice', { trafficClass: 'quote', sent: true }, 'unavailable'],
  ['a booking is tried as long as there is time', { trafficClass: 'book', sent: true, tries: 50 }, 'resend'],
  [
    'a booking that reached nobody in time is 503, which is true',
    { trafficClass: 'book', leftMs: 0 },
    'unavailable',
  ],
  [
    'a booking that was ever sent ends in silence',
    { trafficClass: 'book', everSent: true, leftMs: 0 },
    'silence',
  ],
  ['what one backend turned away goes to another', { trafficClass: 'quote', isShed: true }, 'resend'],
  ['a booking too', { trafficClass: 'book', isShed: true }, 'resend'],
  ['what all turn away is told at once', { trafficClass: 'book', isShed: true, others: 0 }, 'unavailable'],
  [
    'a booking that was sent once is not given up because another backend turns it away',
    { trafficClass: 'book', everSent: true, isShed: true, others: 0 },
    'resend',
  ],
])('%s', (_, members, expected) => expect(afterFailure(failure(members))).toBe(expected));
