/**
 * An API key as staff and partner users see it. Only the response that creates a secret contains it in clear text.
 */
import { z } from 'zod';
import { UCP_BOOKING, UCP_CANCELLATION, UCP_VERSION } from '../agents/ucp/ucp-route.ts';
import { SCOPE_NAMES } from '../scopes.ts';
import { environment } from '../shared/answer.ts';
import { keyId, partnerId } from '../shared/ids.ts';
import { limitMoney, money } from '../shared/money.ts';
import { rule } from '../shared/rule.ts';
import { lineOfText } from '../shared/text.ts';
import { calendarDate, choice, count, flag, instant, instantInput } from '../shared/values.ts';
import { actor, secretId } from './fields.ts';

const KEY_STATUSES = ['ACTIVE', 'DISABLED', 'REVOKED', 'EXPIRED'] as const;

/** Default limits of a new key, for rate windows that the request omits. */
export const DEFAULT_KEY_LIMITS = { perMinute: 600, perHour: 15_000, perDay: 250_000 } as const;

const KEY_PURPOSES = ['CLIENT', 'TRY', 'CERTIFICATION'] as const;

const MAX_LIMIT = 1_000_000_000;
const MAX_ADDRESSES = 100;

export const keyStatus = () =>
  choice(KEY_STATUSES).describe(
    'DISABLED keys can be enabled again. REVOKED is final. EXPIRED keys are past `expiresAt`.',
  );

const keyPurpose = () =>
  choice(KEY_PURPOSES).describe(
    'CLIENT keys belong to the partner. The others are temporary keys of Serai: for operations that people try in the dashboard, and for certifications. They are in no list, and can only be disabled or revoked.',
  );

export const keyName = () => lineOfText(100).describe('A label that identifies the key to people.');

export const keyScopes = () =>
  z
    .array(choice(SCOPE_NAMES))
    .min(1)
    .max(SCOPE_NAMES.length)
    .refine(scopes => new Set(scopes).size === scopes.length, {
      error: 'Each scope may be given only once.',
      params: { code: 'DUPLICATE' },
    })
    .describe('Permissions of the key.');

/** The server rejects entries that are neither an address nor a range, and names the invalid entry. */
export const allowedAddresses = () =>
  z
    .array(z.string().min(1).max(64))
    .max(MAX_ADDRESSES)
    .describe(
      'IPv4 or IPv6 addresses or CIDR ranges from which the key may be used. An empty list allows all addresses.',
    );

const limit = (span: string) => count(1, MAX_LIMIT).describe(`Requests per ${span}.`);

const SPEND_PER_DAY = 'Highest sum of `price.net` that the key may book within 24 hours. Null for no limit.';
const SPEND_PER_BOOKING = 'Highest `price.net` of a single booking. Null for no limit.';

const spendLimit = () =>
  z
    .strictObject({
      perDay: money().nullable().describe(SPEND_PER_DAY),
      perBooking: money().nullable().describe(SPEND_PER_BOOKING),
    })
    .nullable()
    .describe(
      'Spend limit of the key. Both amounts have the same currency. Bookings in other currencies are converted. Null for no limit.',
    );

const spendLimitInput = () =>
  z
    .strictObject({
      perDay: limitMoney().nullable().optional().describe(SPEND_PER_DAY),
      perBooking: limitMoney().nullable().optional().describe(SPEND_PER_BOOKING),
    })
    .check(
      rule(['perDay', 'perBooking'], function* ({ perDay, perBooking }) {
        if (perDay && perBooking && perDay.currency !== perBooking.currency)
          yield {
            path: ['perBooking', 'currency'],
            code: 'CURRENCY_MISMATCH',
            message: `Both amounts must have the same currency, ${perDay.currency}.`,
          };
      }),
    )
    .nullable()
    .describe(
      'Spend limit. Omitted amounts stay unchanged, and null removes a limit. Bookings made while the key had no spend limit in this currency do not count. Owners, admins and developers among the staff, and partner admins, may set it.',
    );

export const keyLimits = () =>
  z
    .strictObject({
      perMinute: limit('minute'),
      perHour: limit('hour'),
      perDay: limit('day'),
      spend: spendLimit(),
    })
    .describe('The three rate limits and the spend limit. All of them apply, independently of each other.');

export const keyLimitsInput = () =>
  z
    .strictObject({
      perMinute: limit('minute').optional(),
      perHour: limit('hour').optional(),
      perDay: limit('day').optional(),
      spend: spendLimitInput().optional(),
    })
    .describe(
      'Limits to set. Omitted limits stay unchanged. For a new key, each omitted rate limit is the default value, or the maximum of the partner if that applies and is lower.',
    );

export const keyExpiry = () =>
  instantInput()
    .nullable()
    .describe(
      'When the key stops working. Null for no expiry, which is allowed only if the partner sets no maximum key lifetime.',
    );

const PROFILE_URL = /^https:\/\/[^\s"\\]+$/;
const CAPABILITY = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9_-]*)+$/;

const ucpShape = {
  profileUrl: z
    .string()
    .max(2_048)
    .regex(PROFILE_URL, { error: 'Use the https URL of the platform profile.' })
    .describe('URL of the platform profile. Each request must name it in `UCP-Agent`.'),
  version: calendarDate().describe('Version of UCP that the platform profile states.'),
  capabilities: z
    .array(z.string().max(128).regex(CAPABILITY, { error: 'Use a name such as dev.ucp.lodging.booking.' }))
    .max(50)
    .describe('Capabilities that the platform profile lists.'),
  requiresApproval: flag().describe(
    "Whether sessions need approval on the operator's page and cannot be completed by the platform. Such a key cannot have the scope `hotels:book`.",
  ),
};

/** The platform for which a key uses UCP. */
export const keyUcp = () =>
  z
    .strictObject(ucpShape)
    .nullable()
    .describe('Platform that uses the key with UCP Lodging. Null if the key does not use UCP.');

export const keyUcpInput = () =>
  z
    .strictObject({
      profileUrl: ucpShape.profileUrl,
      version: ucpShape.version.default(UCP_VERSION),
      capabilities: ucpShape.capabilities.default([UCP_BOOKING, UCP_CANCELLATION]),
      requiresApproval: ucpShape.requiresApproval.default(false),
    })
    .nullable()
    .describe(
      'Platform that may use the key with UCP Lodging, as its profile states. Null removes it. Only owners, admins and developers among the staff may set it.',
    );

export const lastUsed = () =>
  z
    .strictObject({
      at: instant(),
      address: z.string().nullable().describe('Client IP address. Null if it is not known.'),
      clientVersion: z.string().nullable().describe('`X-Client-Version` header of that request.'),
    })
    .nullable()
    .describe('The last use, accurate to one minute. Null if never used.');

const keySecret = z.strictObject({
  secretId: secretId(),
  start: z.string().describe('The first four characters of the secret.'),
  createdAt: instant(),
  validUntil: instant().nullable().describe('End of the overlap. Null for the current secret.'),
  lastUsed: lastUsed(),
});

export const key = z.strictObject({
  keyId: keyId(),
  partnerId: partnerId(),
  name: keyName(),
  environment: environment(),
  purpose: keyPurpose(),
  scopes: keyScopes(),
  allowedAddresses: allowedAddresses(),
  limits: keyLimits(),
  ucp: keyUcp(),
  expiresAt: keyExpiry(),
  status: keyStatus(),
  display: z
    .string()
    .describe('The key with only the first four characters of its secret: `serai_live_<id>_abcd…`.'),
  createdAt: instant(),
  createdBy: actor(),
  updatedAt: instant(),
  secrets: z.array(keySecret).describe('Valid secrets, the current one first.'),
  lastUsed: lastUsed(),
});

export const clearSecret = () =>
  z
    .string()
    .describe('The complete key. It is returned only in this response and stored nowhere in clear text.');

export const SECRET_EXAMPLE = {
  secretId: 'sec_01J9ZC4T3E',
  start: 'h7Qd',
  createdAt: '2026-07-01T09:00:00Z',
  validUntil: null,
  lastUsed: { at: '2026-07-02T10:15:00Z', address: '203.0.113.7', clientVersion: '4.2.0' },
} satisfies z.input<typeof keySecret>;

export const KEY_EXAMPLE = {
  keyId: '4Zk81mQpXr2T',
  partnerId: 'prt_01J9ZC4T3E',
  name: 'Booking engine',
  environment: 'production',
  purpose: 'CLIENT',
  scopes: ['hotels:search', 'hotels:quote', 'hotels:book'],
  allowedAddresses: ['203.0.113.0/24'],
  limits: {
    perMinute: 600,
    perHour: 15_000,
    perDay: 250_000,
    spend: { perDay: { amount: '5000.00', currency: 'EUR' }, perBooking: null },
  },
  ucp: null,
  expiresAt: '2027-06-30T00:00:00Z',
  status: 'ACTIVE',
  display: 'serai_live_4Zk81mQpXr2T_h7Qd…',
  createdAt: '2026-07-01T09:00:00Z',
  createdBy: 'operator-token',
  updatedAt: '2026-07-01T09:00:00Z',
  secrets: [SECRET_EXAMPLE],
  lastUsed: { at: '2026-07-02T10:15:00Z', address: '203.0.113.7', clientVersion: '4.2.0' },
} satisfies z.input<typeof key>;

/** Deliberately not a valid key, so that secret scanners do not report it. */
export const CLEAR_SECRET_EXAMPLE = 'serai_live_4Zk81mQpXr2T_<secret>';
