import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { ROLES } from '../roles.ts';
import { partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf, rule } from '../shared/rule.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, flag, instant, timeZone } from '../shared/values.ts';
import {
  actor,
  emailAddress,
  memberId,
  newPassword,
  password,
  peopleOf,
  secondFactorCode,
  sessionId,
} from './fields.ts';
import { ORGANISATION_EXAMPLE, organisation } from './organisations.ts';
import { PARTNER_EXAMPLE, partner } from './partners.ts';

export const SESSION_COOKIE = 'serai_session';

export const session = z.strictObject({
  actor: actor(),
  memberId: memberId()
    .nullable()
    .describe(
      'The membership under which the caller acts. Null for the operator token and for one-time links.',
    ),
  name: z.string().nullable().describe('Name of the person. Null if the person is not known.'),
  email: z.string().nullable().describe('Email address of the person. Null if the person is not known.'),
  role: choice(ROLES),
  staff: flag().describe(
    'Whether the caller belongs to the operator: the operator token or a member of the staff.',
  ),
  operatorName: z.string().describe('Name of the company that runs the installation.'),
  timeZone: timeZone().describe('Time zone of the operator, in which the days and months of reports begin.'),
  partner: partner.nullable().describe('The partner that the caller belongs to. Null for staff.'),
  memberships: z
    .array(
      z.strictObject({
        memberId: memberId(),
        name: z.string().describe('Name of the operator or partner.'),
        partnerId: partnerId().nullable().describe('Null for the operator.'),
        role: choice(ROLES),
      }),
    )
    .describe('Memberships of the person. `session/switch` changes the one that the session acts under.'),
  organisation: organisation.describe('Deprecated. Use `partner` and `operatorName`.'),
  method: choice(['session', 'operator-token']).describe('How the caller is authenticated.'),
  expiresAt: instant().nullable().describe('End of the session. Null for the operator token.'),
  confirmedUntil: instant()
    .nullable()
    .describe(
      'When the current step-up expires. Null if no step-up is in effect. The operator token needs no step-up.',
    ),
  secondFactor: flag().describe('Whether the person has a second factor.'),
});

export const SESSION_EXAMPLE = {
  actor: 'ana@example.com',
  memberId: 'mbr_01J9ZC4T3E',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  role: 'partner-admin',
  staff: false,
  operatorName: 'Serai Hotels',
  timeZone: 'Europe/Madrid',
  partner: PARTNER_EXAMPLE,
  memberships: [
    {
      memberId: 'mbr_01J9ZC4T3E',
      name: PARTNER_EXAMPLE.name,
      partnerId: PARTNER_EXAMPLE.partnerId,
      role: 'partner-admin',
    },
  ],
  organisation: ORGANISATION_EXAMPLE,
  method: 'session',
  expiresAt: '2026-07-02T22:15:00Z',
  confirmedUntil: '2026-07-02T10:25:00Z',
  secondFactor: true,
} satisfies z.input<typeof session>;

/** Details of an invitation that has not been accepted yet. */
export const invitation = z.strictObject({
  organisation: z.string().describe('Name of the operator or partner that the person is invited to join.'),
  email: z.string().describe('Invited email address.'),
  name: z.string().nullable(),
  role: choice(ROLES),
  hasAccount: flag().describe(
    'Whether an account exists for this address. If so, sign in with the token and the password; otherwise sign up.',
  ),
});

export const linkToken = () => z.string().min(1).max(256).describe('Token from the link.');

export const signUp = defineOperatorOperation({
  name: 'session/sign-up',
  permission: 'account:own',
  public: true,
  summary: 'Create an account with a link',
  description:
    'Creates an account for the holder of a one-time link or invitation, with the role of the link, and signs the person in. The token is the only credential. Omit it in a session that was opened with a link. An invitation is valid only for its own email address. An unknown, used or expired link returns 401.',
  input: z.strictObject({
    token: linkToken().optional(),
    name: lineOfText(100),
    email: emailAddress(),
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
  permission: 'account:own',
  public: true,
  summary: 'Sign in',
  description: `Opens a session and sets its cookie. Requires no prior authentication. Send the token of a one-time link, or email and password, with a code if a second factor is set up. An invitation token together with email and password also accepts the invitation. An invitation token on its own opens no session and returns the invitation.

A wrong password, an unknown address, a wrong code, and an unknown, used or expired link return 401. Attempts are queued by client IP address and by account. If the queue is full, the response is 429 with \`Retry-After\` and nothing is checked. A successful sign-in also sets a device cookie, which gives later attempts from the same browser a separate queue.`,
  input: z
    .strictObject({
      token: linkToken().optional(),
      email: emailAddress().optional(),
      password: password().optional(),
      code: secondFactorCode().optional(),
    })
    .check(
      rule<Given>(['token', 'email', 'password'], function* ({ token, email, password: given }) {
        const code = 'REQUIRED';
        if (email === undefined && (token === undefined || given !== undefined))
          yield {
            path: ['email'],
            code,
            message: 'Send the token of a link, or an email address and password.',
          };
        if (given === undefined && email !== undefined)
          yield { path: ['password'], code, message: 'The password for this email address is required.' };
      }),
    ),
  output: z.strictObject({
    session: session
      .nullable()
      .describe('Null if no session was opened: a code is required, or an invitation awaits acceptance.'),
    secondFactorNeeded: flag().describe(
      'True if the password is correct and a code is required. Send the request again with `code`.',
    ),
    invitation: invitation
      .nullable()
      .describe('Null unless only the token of an invitation was sent. The invitation remains unused.'),
  }),
  errors: ['INVALID_STATE', 'RATE_LIMIT_EXCEEDED'],
  examples: {
    request: { email: 'ana@example.com', password: 'a long sentence of mine' },
    answer: { session: SESSION_EXAMPLE, secondFactorNeeded: false, invitation: null },
  },
});

export const createLink = defineOperatorOperation({
  name: 'session/create-link',
  permission: 'people:manage',
  partner: 'people',
  summary: 'Create a one-time link',
  description:
    'Creates a link that signs one person in, with or without an account. The link can be used once and expires after 24 hours. Requires the operator token. A session cannot create links.',
  input: z.strictObject({
    ...peopleOf(),
    role: choice(ROLES)
      .optional()
      .describe('Role of the person who signs in. Default: `owner`, or `partner-admin` with a partner.'),
  }),
  output: z.strictObject({
    url: z.string().describe('The link, returned only in this response. Anyone who has it can sign in.'),
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
  permission: 'account:own',
  summary: 'Show who is signed in',
  description: 'Returns the caller, their role, their partner and the base URL of the partner API.',
  input: z.strictObject({}),
  output: z.strictObject({
    session,
    interfaceUrl: z.string().describe('Base URL of the partner API.'),
    clientAddress: z.string().nullable().describe('IP address of the caller. Null if it is not known.'),
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

export const switchSession = defineOperatorOperation({
  name: 'session/switch',
  permission: 'account:own',
  summary: 'Act under another membership',
  description:
    'For people who belong to several partners, or to the operator and a partner. Later calls with the same session act under this membership.',
  input: z.strictObject({ memberId: memberId() }),
  output: z.strictObject({ session }),
  errors: ['NOT_FOUND'],
  examples: { request: { memberId: 'mbr_01J9ZC4T3E' }, answer: { session: SESSION_EXAMPLE } },
});

export const confirmSession = defineOperatorOperation({
  name: 'session/confirm',
  permission: 'account:own',
  summary: 'Confirm your identity',
  description: `Performs a step-up: confirms the password or second factor again. The step-up is valid for 10 minutes. It is required for changes to production keys and production webhook endpoints, for appointing owners and admins, for changing your email address, for changing the name, the legal data, the payment details, the automatic billing or the emergency contact of the operator, for making the second factor optional, and for exporting or erasing guest data and exporting proof files in production. The session cookie is replaced.

A wrong password or code returns 403. Too many attempts return 429 with \`Retry-After\`, and nothing is checked. A session opened with a one-time link has no password; it counts as confirmed for its first 10 minutes.`,
  input: z
    .strictObject({ password: password().optional(), code: secondFactorCode().optional() })
    .check(exactlyOneOf('password', 'code')),
  output: z.strictObject({ session }),
  errors: ['RATE_LIMIT_EXCEEDED'],
  examples: { request: { password: 'a long sentence of mine' }, answer: { session: SESSION_EXAMPLE } },
});

export const signOut = defineOperatorOperation({
  name: 'session/sign-out',
  permission: 'account:own',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookie. Has no effect with the operator token.',
  input: z.strictObject({}),
  output: z.strictObject({ signedOut: flag().describe('Whether a session was ended.') }),
  examples: { request: {}, answer: { signedOut: true } },
});

export const openSession = z.strictObject({
  sessionId: sessionId(),
  actor: actor(),
  memberId: memberId().nullable().describe('Null for a session opened with a one-time link.'),
  name: z.string().nullable(),
  role: choice(ROLES),
  current: flag().describe('Whether this is the session of the caller.'),
  address: z.string().nullable().describe('IP address from which the session was opened.'),
  userAgent: z.string().nullable().describe('`User-Agent` of the browser that opened the session.'),
  createdAt: instant(),
  lastSeenAt: instant().describe('Accurate to one minute.'),
  expiresAt: instant().describe(
    'When the session ends at the latest. It also ends after 30 minutes without use.',
  ),
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
  permission: 'account:own',
  summary: 'List open sessions',
  description:
    'Returns the open sessions, newest first. By default these are your own. Owners and admins may request those of a member, or all sessions of their company. Without `memberId`, the operator token receives all sessions of the staff.',
  input: z.strictObject({
    memberId: memberId()
      .optional()
      .describe(
        "Only sessions of this member. Other members' sessions require the permission `people:manage`.",
      ),
    everyone: flag()
      .optional()
      .describe(
        'If true, returns all sessions of the staff, or of the partner for partner users. Requires the permission `people:manage`.',
      ),
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
  permission: 'account:own',
  summary: 'End a session',
  description:
    'Ends one of your own sessions or, for owners and admins, any session of their company. Only owners may end the sessions of owners. The session cookie becomes invalid immediately.',
  input: z.strictObject({ sessionId: sessionId() }),
  output: z.strictObject({ sessionId: sessionId() }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { sessionId: OPEN_SESSION_EXAMPLE.sessionId },
    answer: { sessionId: OPEN_SESSION_EXAMPLE.sessionId },
  },
});
