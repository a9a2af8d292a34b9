/**
 * Determines which partner a call concerns. Partner users never reach another partner: they get 404 for its objects.
 */
import type { OperatorOperation, PartnerKey } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Concern } from '../../platform/operations/operator/operator-handler.ts';
import { findOrganisation, listPartnerIds } from '../organisation-store.ts';
import type { Caller } from './identify.ts';
import { findOwner } from './partner-lookup-store.ts';

type Input = Readonly<Record<string, unknown>>;

/** `db` must see all partners. */
export async function resolvePartner(
  db: Database,
  caller: Caller,
  { partner: reach }: Pick<OperatorOperation, 'partner'>,
  input: Input,
): Promise<Concern> {
  const own: Concern = { organisationId: caller.organisationId, partnerId: undefined, concernsAll: false };
  if (reach === undefined) return own;
  // The deprecated operations call it organisationId.
  const given = (input.partnerId ?? input.organisationId) as string | undefined;
  if (!caller.staff) {
    if (given !== undefined && given !== caller.organisationId) throw unknownPartner();
    return partnerOf(caller.organisationId);
  }
  if (typeof reach !== 'string') return ownerOf(db, caller, reach, input);
  if (given !== undefined) return partnerOf(await existing(db, given));
  if (reach === 'people') return own;
  if (caller.selectedPartnerId !== undefined) return partnerOf(caller.selectedPartnerId);
  if (reach === 'optional') {
    const keyOwner = typeof input.keyId === 'string' ? await findOwner(db, 'keyId', input.keyId) : undefined;
    return keyOwner === undefined ? { ...own, concernsAll: true } : partnerOf(keyOwner);
  }
  return partnerOf(await onlyPartner(db));
}

/** An unknown id is passed on to the operation, which returns its own error. */
async function ownerOf(
  db: Database,
  caller: Caller,
  reach: readonly PartnerKey[],
  input: Input,
): Promise<Concern> {
  const own: Concern = { organisationId: caller.organisationId, partnerId: undefined, concernsAll: false };
  for (const field of reach) {
    const value = input[field];
    if (value === undefined) continue;
    const id = Array.isArray(value) ? value[0] : value;
    const owner = await findOwner(db, field === 'endpointIds' ? 'endpointId' : field, String(id));
    if (owner === undefined || owner === caller.organisationId) return own;
    return partnerOf(owner);
  }
  return own;
}

function partnerOf(partnerId: string): Concern {
  return { organisationId: partnerId, partnerId, concernsAll: false };
}

async function existing(db: Database, partnerId: string): Promise<string> {
  const found = await findOrganisation(db, partnerId);
  if (found?.kind !== 'PARTNER') throw unknownPartner();
  return partnerId;
}

async function onlyPartner(db: Database): Promise<string> {
  const [first, second] = await listPartnerIds(db, 2);
  if (first !== undefined && second === undefined) return first;
  const message = 'There are several partners. Specify the ID of one of them. partners/list shows them.';
  throw new ApiError('VALIDATION_ERROR', message, {
    details: [{ path: '/partnerId', code: 'REQUIRED', message }],
  });
}

function unknownPartner(): ApiError {
  return new ApiError('NOT_FOUND', 'This partner does not exist. partners/list shows the partners.');
}
