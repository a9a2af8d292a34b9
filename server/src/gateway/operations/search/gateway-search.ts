import type { SearchSource } from '../../../platform/operations/operator/search-source.ts';
import { rowIdOf } from '../../records/request-read-store.ts';
import { findKeys, findRequests } from './gateway-search-store.ts';

/** Shorter texts would find arbitrary requests. */
const MIN_REQUEST_ID = 3;

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
    if (query.text.length < MIN_REQUEST_ID) return [];
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
