import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { keyId } from '../../shared/ids.ts';
import { flag, instant } from '../../shared/values.ts';
import { number } from './usage-parts.ts';

/** What is looked at: so many days, and no more than so many of the newest requests. */
export const CLIENT_DAYS = 7;
export const MAX_CLIENT_REQUESTS = 20_000;
/** Addresses and versions shown, those used last. */
export const MAX_CLIENTS = 100;

const seen = { requests: number(), lastAt: instant() };

export const listClients = defineOperatorOperation({
  name: 'usage/clients',
  role: 'read-only',
  summary: 'Show who used a key',
  description: `The addresses that a key was used from and the versions its clients named, over ${CLIENT_DAYS} days of the request log, the last used first. At most ${MAX_CLIENTS} of each.`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({
    since: instant().describe('The oldest moment that was looked at.'),
    complete: flag().describe(
      `False when the key had more than ${MAX_CLIENT_REQUESTS.toLocaleString('en')} logged requests, of which the newest were looked at.`,
    ),
    addresses: z.array(
      z.strictObject({
        address: z.string(),
        ...seen,
        forbidden: number().describe(
          'How many of them were answered 403: the address is not on the list, or a scope is missing.',
        ),
      }),
    ),
    versions: z.array(
      z.strictObject({
        version: z.string().nullable().describe('`X-Client-Version`; null for requests without it.'),
        ...seen,
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { keyId: '4Zk81mQpXr2T' },
    answer: {
      since: '2026-06-25T10:15:00Z',
      complete: true,
      addresses: [{ address: '203.0.113.7', requests: 1_204, lastAt: '2026-07-02T10:15:00Z', forbidden: 0 }],
      versions: [{ version: '4.2.0', requests: 1_204, lastAt: '2026-07-02T10:15:00Z' }],
    },
  },
});
