/** Sessions: signing up, in and out, confirmation, and the list of open sessions. */
import { z } from 'zod';
import { defineOperatorOperation, ROLES } from '../operator-operation.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf, rule } from '../shared/rule.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, flag, instant } from '../shared/values.ts';
import { actor, memberId, newPassword, password, secondFactorCode, sessionId } from './fields.ts';
import { memberEmail } from './members.ts';
import { ORGANISATION_EXAMPLE, organisation } from './organisations.ts';

/** Name of the cookie that carries a session. */
export const SESSION_COOKIE = 'serai_session';

export const session = z.strictObject({
  actor: actor(),
  memberId: memberId()
    .nullable()
    .describe('Membership the caller acts under; null for the operator token and for a one-time link.'),
  name: z.string().nullable().describe('Name of the person; null where no person is known.'),
  email: z.string().nullable().describe('Address of the person; null where no person is known.'),
  role: choice(ROLES),
  organisation,
  method: choice(['session', 'operator-token']).describe('How the caller proved who it is.'),
  expiresAt: instant().nullable().describe('End of the session; null for the operator token.'),
  confirmedUntil: instant()
    .nullable()
    .describe(
      'Until then what needs a fresh proof may be done; null when there is none. The operator token never needs one.',
    ),
  secondFactor: flag().describe('Whether the person has a second factor.'),
  staff: flag().describe(
    'Whether the caller belongs to the operator: the operator token, or a session in the organisation that runs the service.',
  ),
});

export const SESSION_EXAMPLE = {
  actor: 'ana@example.com',
  memberId: 'mbr_01J9ZC4T3E',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  role: 'owner',
  organisation: ORGANISATION_EXAMPLE,
  method: 'session',
  expiresAt: '2026-07-02T22:15:00Z',
  confirmedUntil: '2026-07-02T10:25:00Z',
  secondFactor: true,
  staff: true,
} satisfies z.input<typeof session>;

/** What the holder of an invitation's link may know before accepting it. */
export const invitation = z.strictObject({
  organisation: z.string().describe('Name of the organisation that invites.'),
  email: z.string().describe('Address that was invited.'),
  name: z.string().nullable(),
  role: choice(ROLES),
  hasAccount: flag().describe(
    'Whether the address has an account already: then sign in with the token and its password, else sign up.',
  ),
});

export const linkToken = () => z.string().min(1).max(256).describe('The token of the link.');

export const signUp = defineOperatorOperation({
  name: 'session/sign-up',
  role: 'read-only',
  public: true,
  summary: 'Create an account with a link',
  description:
    'Makes an account for the holder of a one-time link or an invitation, with the role of the link, and signs them in. It needs no credentials but the token; a session that was opened by a link leaves the token out. An invitation is for its own address only. A link that is unknown, used or expired is 401.',
  input: z.strictObject({
    token: linkToken().optional(),
    name: lineOfText(100),
    email: memberEmail(),
    password: newPassword(),
  }),
  output: z.strictObject({ session }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: {
      token: '<token>',
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      password: 'a long sentence of mine',
    },
    answer: { session: SESSION_EXAMPLE },
  },
});

interface Given {
  token?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
}

export const signIn = defineOperatorOperation({
  name: 'session/sign-in',
  role: 'read-only',
  public: true,
  summary: 'Sign in',
  description:
    'Opens a session and sets its cookie. It needs no credentials. A one-time link is enough by itself; a person sends email and password, and a code where a second factor is set up. With an invitation and a password it also accepts the invitation; with an invitation alone it opens nothing and answers what is offered. A wrong password, an unknown address, a wrong code and a link that is unknown, used or expired are 401. Attempts are queued by client address and by account; beyond that they are 429 with `Retry-After`, and nothing was checked. A success also sets a device cookie, which gives later attempts from the same browser a separate queue.',
  input: z
    .strictObject({
      token: linkToken().optional(),
      email: memberEmail().optional(),
      password: password().optional(),
      code: secondFactorCode().optional(),
    })
    .check(
      rule<Given>(['token', 'email', 'password'], function* ({ token, email, password: given }) {
        const code = 'REQUIRED';
        if (email === undefined && (token === undefined || given !== undefined))
          yield { path: ['email'], code, message: 'Give the token of a link, or email and password.' };
        if (given === undefined && email !== undefined)
          yield { path: ['password'], code, message: 'Give the password of this email address.' };
      }),
    ),
  output: z.strictObject({
    session: session.nullable().describe('Null when no session was opened: a code is needed, or an answer.'),
    secondFactorNeeded: flag().describe('The password was right; send all again with `code`.'),
    invitation: invitation
      .nullable()
      .describe('Where the token is of an invitation and nothing else was sent. It stays unused.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { email: 'ana@example.com', password: 'a long sentence of mine' },
    answer: { session: SESSION_EXAMPLE, secondFactorNeeded: false, invitation: null },
  },
});

export const createLink = defineOperatorOperation({
  name: 'session/create-link',
  role: 'admin',
  summary: 'Create a one-time link',
  description:
    'Makes a link that signs one person in, once, within 24 hours, with an account of their own or without. It takes the operator token alone: a session cannot make further ones.',
  input: z.strictObject({
    role: choice(ROLES).optional().describe('Role of whoever signs in with it; owner when absent.'),
  }),
  output: z.strictObject({
    url: z.string().describe('The link, shown once. Whoever has it can sign in.'),
    role: choice(ROLES),
    expiresAt: instant(),
  }),
  examples: {
    request: {},
    answer: {
      url: 'http://127.0.0.1:8081/sign-in#<token>',
      role: 'owner',
      expiresAt: '2026-07-03T10:15:00Z',
    },
  },
});

export const showSession = defineOperatorOperation({
  name: 'session/show',
  role: 'read-only',
  summary: 'Show who is signed in',
  description: 'The caller, its role, the organisation that calls act in, and where keys are used.',
  input: z.strictObject({}),
  output: z.strictObject({
    session,
    interfaceUrl: z.string().describe('Base address of the interface that keys are for.'),
    clientAddress: z.string().nullable().describe('Address that this call came from, null when not known.'),
  }),
  examples: {
    request: {},
    answer: {
      session: SESSION_EXAMPLE,
      interfaceUrl: 'http://127.0.0.1:8080',
      clientAddress: '203.0.113.7',
    },
  },
});

export const confirmSession = defineOperatorOperation({
  name: 'session/confirm',
  role: 'read-only',
  summary: 'Confirm that it is you',
  description:
    'A fresh proof, by the password or the second factor, that counts for 10 minutes. Changes of production keys and of production webhooks need one, and so do making owners and admins, and exporting or erasing guests of production. It replaces the cookie. A wrong password or code is 403; too many attempts are 429 with `Retry-After`, and nothing was checked. A session of a one-time link has no password: it counts as confirmed for its first 10 minutes.',
  input: z
    .strictObject({ password: password().optional(), code: secondFactorCode().optional() })
    .check(exactlyOneOf('password', 'code')),
  output: z.strictObject({ session }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: { request: { password: 'a long sentence of mine' }, answer: { session: SESSION_EXAMPLE } },
});

export const signOut = defineOperatorOperation({
  name: 'session/sign-out',
  role: 'read-only',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookie. With the operator token it changes nothing.',
  input: z.strictObject({}),
  output: z.strictObject({ signedOut: flag().describe('Whether a session ended.') }),
  examples: { request: {}, answer: { signedOut: true } },
});

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

export const listSessions = defineOperatorOperation({
  name: 'session/list',
  role: 'read-only',
  summary: 'List open sessions',
  description:
    "The sessions that have not ended, the newest first. A person sees their own; an owner or admin may ask for a member's, or for everyone's in the organisation. The operator token always asks for everyone's.",
  input: z.strictObject({
    memberId: memberId()
      .optional()
      .describe('Only sessions of this member. Others than your own need admin.'),
    everyone: flag().optional().describe('All sessions in the organisation. Needs admin.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ sessions: z.array(openSession), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: {},
    answer: { sessions: [OPEN_SESSION_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const endSession = defineOperatorOperation({
  name: 'session/end',
  role: 'read-only',
  summary: 'End a session',
  description:
    'Ends one of your own sessions, or, for owner and admin, one of the organisation; only an owner ends those of owners. Its cookie is worth nothing from then on.',
  input: z.strictObject({ sessionId: sessionId() }),
  output: z.strictObject({ sessionId: sessionId() }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { sessionId: OPEN_SESSION_EXAMPLE.sessionId },
    answer: { sessionId: OPEN_SESSION_EXAMPLE.sessionId },
  },
});
