import { z } from 'zod';
import { ROLES } from '../../operator-operation.ts';
import { choice, flag, instant } from '../../shared/values.ts';
import { memberId, sessionId } from '../account-ids.ts';
import { actor } from '../actor.ts';

/** A session that has not ended, as a list of them shows it. */
export const openSession = z.strictObject({
  sessionId: sessionId(),
  actor: actor(),
  memberId: memberId().nullable().describe('Null for a session of a one-time link.'),
  name: z.string().nullable(),
  role: choice(ROLES),
  current: flag().describe('Whether it is the one that asks.'),
  address: z.string().nullable().describe('Where it was opened from.'),
  userAgent: z.string().nullable().describe('What the browser called itself when it was opened.'),
  createdAt: instant(),
  lastSeenAt: instant().describe('Exact to a minute.'),
  expiresAt: instant().describe('When it ends however busy it is; 30 minutes without use end it as well.'),
});

export const OPEN_SESSION_EXAMPLE = {
  sessionId: 'ses_01J9ZC4T3E',
  actor: 'ana@example.com',
  memberId: 'mbr_01J9ZC4T3E',
  name: 'Ana Ruiz',
  role: 'owner',
  current: true,
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  createdAt: '2026-07-02T10:15:00Z',
  lastSeenAt: '2026-07-02T10:40:00Z',
  expiresAt: '2026-07-02T22:15:00Z',
} satisfies z.input<typeof openSession>;
