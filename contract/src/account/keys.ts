import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { keyId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { searchText } from '../shared/text.ts';
import { choice, count } from '../shared/values.ts';
import { anyPartner, onePartner } from './fields.ts';
import {
  allowedAddresses,
  CLEAR_SECRET_EXAMPLE,
  clearSecret,
  KEY_EXAMPLE,
  key,
  keyExpiry,
  keyLimitsInput,
  keyName,
  keyScopes,
  keyStatus,
  keyUcpInput,
  SECRET_EXAMPLE,
} from './key.ts';

const PRODUCTION_KEY =
  'Production keys require the role `owner`, `admin` or `partner-admin` and a step-up (`session/confirm`).';

export const createKey = defineOperatorOperation({
  name: 'keys/create',
  permission: 'keys:sandbox',
  partner: 'one',
  summary: 'Create an API key',
  description: `Creates a key and returns its secret once. Developers may create sandbox keys. ${PRODUCTION_KEY} Limits above the maximum of the partner are rejected. \`INVALID_STATE\` is returned if the partner already has the maximum number of keys, or has created twice that number within an hour. Neither restriction applies to owners and admins among the staff.`,
  input: z.strictObject({
    ...onePartner(),
    name: keyName(),
    environment: environment(),
    scopes: keyScopes(),
    allowedAddresses: allowedAddresses().optional(),
    limits: keyLimitsInput().optional(),
    ucp: keyUcpInput().optional(),
    expiresAt: keyExpiry().optional(),
  }),
  output: z.strictObject({ key, secret: clearSecret() }),
  errors: ['INVALID_STATE'],
  examples: {
    request: {
      partnerId: KEY_EXAMPLE.partnerId,
      name: 'Booking engine',
      environment: 'production',
      scopes: ['hotels:search', 'hotels:quote', 'hotels:book'],
      allowedAddresses: ['203.0.113.0/24'],
      limits: { spend: { perDay: { amount: '5000.00', currency: 'EUR' } } },
      expiresAt: '2027-06-30T00:00:00Z',
    },
    answer: { key: KEY_EXAMPLE, secret: CLEAR_SECRET_EXAMPLE },
  },
});

export const listKeys = defineOperatorOperation({
  name: 'keys/list',
  permission: 'keys:view',
  partner: 'optional',
  summary: 'List API keys',
  description: 'Returns keys without their secrets, newest first.',
  input: z.strictObject({
    ...anyPartner(),
    environment: environment().optional().describe('Default: both environments.'),
    status: keyStatus().optional(),
    search: searchText(100)
      .optional()
      .describe(
        'Only keys whose name contains this text, whose `display` starts with it, or whose ID starts with it. An ID needs at least four characters.',
      ),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ keys: z.array(key), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production', status: 'ACTIVE' },
    answer: { keys: [KEY_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const showKey = defineOperatorOperation({
  name: 'keys/show',
  permission: 'keys:view',
  partner: ['keyId'],
  summary: 'Show one API key',
  description: 'Returns one key with the last use of each of its secrets.',
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND'],
  examples: { request: { keyId: KEY_EXAMPLE.keyId }, answer: { key: KEY_EXAMPLE } },
});

export const updateKey = defineOperatorOperation({
  name: 'keys/update',
  permission: 'keys:sandbox',
  partner: ['keyId'],
  summary: 'Change an API key',
  description: `Changes only the given fields. \`expiresAt: null\` removes the expiry. The change applies on all nodes within a second. A revoked key cannot be changed. Only owners and admins among the staff may set a limit above the maximum of the partner. ${PRODUCTION_KEY}`,
  input: z.strictObject({
    keyId: keyId(),
    name: keyName().optional(),
    scopes: keyScopes().optional(),
    allowedAddresses: allowedAddresses().optional(),
    limits: keyLimitsInput().optional(),
    ucp: keyUcpInput().optional(),
    expiresAt: keyExpiry().optional(),
  }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId, allowedAddresses: ['203.0.113.0/24'], limits: { perMinute: 600 } },
    answer: { key: KEY_EXAMPLE },
  },
});

export const DEFAULT_OVERLAP_SECONDS = 86_400;
const MAX_OVERLAP_SECONDS = 604_800;

export const rotateKey = defineOperatorOperation({
  name: 'keys/rotate',
  permission: 'keys:sandbox',
  partner: ['keyId'],
  summary: 'Rotate the secret of an API key',
  description: `Creates a new secret. The key keeps its ID, scopes, limits and counters. The old secret works until the overlap ends or the key expires. At most two secrets work at a time: if an earlier overlap has not ended yet, it ends immediately. ${PRODUCTION_KEY}`,
  input: z.strictObject({
    keyId: keyId(),
    overlapSeconds: count(0, MAX_OVERLAP_SECONDS)
      .default(DEFAULT_OVERLAP_SECONDS)
      .describe(
        `How long the old secret remains valid, in seconds. 0 revokes it immediately. Default: ${DEFAULT_OVERLAP_SECONDS}.`,
      ),
  }),
  output: z.strictObject({ key, secret: clearSecret() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId, overlapSeconds: 3_600 },
    answer: {
      key: {
        ...KEY_EXAMPLE,
        display: 'serai_live_4Zk81mQpXr2T_Pw3x…',
        secrets: [
          {
            secretId: 'sec_01J9ZD8K5M',
            start: 'Pw3x',
            createdAt: '2026-09-28T08:00:00Z',
            validUntil: null,
            lastUsed: null,
          },
          { ...SECRET_EXAMPLE, validUntil: '2026-09-28T09:00:00Z' },
        ],
      },
      secret: CLEAR_SECRET_EXAMPLE,
    },
  },
});

export const endKeyOverlap = defineOperatorOperation({
  name: 'keys/end-overlap',
  permission: 'keys:sandbox',
  partner: ['keyId'],
  summary: 'End the overlap of a rotated API key',
  description: `Revokes the old secret immediately. Has no effect if there is no overlap. ${PRODUCTION_KEY}`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { keyId: KEY_EXAMPLE.keyId }, answer: { key: KEY_EXAMPLE } },
});

export const disableKey = defineOperatorOperation({
  name: 'keys/disable',
  permission: 'keys:sandbox',
  partner: ['keyId'],
  summary: 'Disable an API key',
  description: `Stops the key on all nodes within a second. It can be enabled again. ${PRODUCTION_KEY}`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId },
    answer: { key: { ...KEY_EXAMPLE, status: 'DISABLED' } },
  },
});

export const enableKey = defineOperatorOperation({
  name: 'keys/enable',
  permission: 'keys:sandbox',
  partner: ['keyId'],
  summary: 'Enable a disabled API key',
  description: `Makes a disabled key work again. A revoked key cannot be enabled. ${PRODUCTION_KEY}`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { keyId: KEY_EXAMPLE.keyId }, answer: { key: KEY_EXAMPLE } },
});

export const revokeKey = defineOperatorOperation({
  name: 'keys/revoke',
  permission: 'keys:sandbox',
  partner: ['keyId'],
  summary: 'Revoke an API key',
  description: `Stops the key permanently, on all nodes within a second. Revoking it again has no effect. ${PRODUCTION_KEY}`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({ key }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { keyId: KEY_EXAMPLE.keyId },
    answer: { key: { ...KEY_EXAMPLE, status: 'REVOKED', secrets: [] } },
  },
});

export const reportLeakedKey = defineOperatorOperation({
  name: 'keys/report-leak',
  permission: 'keys:report',
  summary: 'Report a leaked API key',
  description:
    'Revokes a leaked key immediately, on all nodes within a second, even if it belongs to another partner. The reported key is neither stored nor logged.',
  input: z.strictObject({
    key: z.string().min(1).max(4_096).describe('The complete key. Text around it is ignored.'),
  }),
  output: z.strictObject({
    outcome: choice(['REVOKED', 'ENDED_BEFORE', 'UNKNOWN']).describe(
      'ENDED_BEFORE: the key was already revoked or its secret already replaced. UNKNOWN: no key matches.',
    ),
    key: z
      .strictObject({
        keyId: keyId(),
        name: keyName(),
        environment: environment(),
        display: z.string().describe('The key with only the first four characters of its secret.'),
      })
      .nullable()
      .describe('Null if no key matches or if it belongs to another partner.'),
  }),
  examples: {
    request: { key: 'serai_live_4Zk81mQpXr2T_<secret>' },
    answer: {
      outcome: 'REVOKED',
      key: {
        keyId: KEY_EXAMPLE.keyId,
        name: KEY_EXAMPLE.name,
        environment: KEY_EXAMPLE.environment,
        display: KEY_EXAMPLE.display,
      },
    },
  },
});
