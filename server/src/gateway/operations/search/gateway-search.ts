import { MIN_ID_CHARACTERS, type SearchSource } from '../../../platform/operations/operator/search-source.ts';
import { rowIdOf } from '../../records/request-read-store.ts';
import { findKeys, findRequests } from './gateway-search-store.ts';

/** Shorter texts would find arbitrary requests. */
const MIN_REQUEST_ID = 3;
/** The beginning of every id that the service chose itself. */
const OWN_PREFIX = 'req_';

function isTooShort(text: string): boolean {
  if (text.startsWith(OWN_PREFIX)) return text.length < OWN_PREFIX.length + MIN_ID_CHARACTERS;
  return text.length < MIN_REQUEST_ID || OWN_PREFIX.startsWith(text);
}

const keySearch: SearchSource = {
  kind: 'key',
  permission: 'keys:view',
  async find({ db, ...query }) {
    return (await findKeys(db, query)).map(({ id, name, environment, status, organisationId }) => ({
      kind: 'key',
      id,
      title: name,
      detail: id,
      status,
      environment,
      partnerId: organisationId as never,
    }));
  },
};

const requestSearch: SearchSource = {
  kind: 'request',
  permission: 'requests:view',
  async find({ db, ...query }) {
    if (isTooShort(query.text)) return [];
    return (await findRequests(db, query)).map(row => ({
      kind: 'request',
      id: rowIdOf({ atMs: row.at.getTime(), id: row.id }),
      title: row.requestId,
      detail: `${row.operation ?? row.path}, ${row.at.toISOString()}`,
      status: String(row.status),
      environment: row.environment,
      partnerId: row.organisationId as never,
    }));
  },
};

export const gatewaySearch: readonly SearchSource[] = [keySearch, requestSearch];
