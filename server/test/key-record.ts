import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { type KeyRecord, noToken } from '../src/gateway/keys/key-record.ts';

export function keyRecord(members: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: 'AAAABBBBCCCC',
    organisationId: 'org_test',
    environment: 'sandbox',
    scopes: new Set(SCOPE_NAMES),
    addresses: undefined,
    limits: { perMinute: 600, perHour: 15_000, perDay: 250_000 },
    spendLimit: undefined,
    status: 'ACTIVE',
    isOwn: false,
    partnerSuspended: false,
    expiresAtMs: undefined,
    secrets: [],
    generation: 1,
    minted: noToken(),
    ...members,
  };
}
