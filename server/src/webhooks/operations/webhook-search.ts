import { referenceIdPrefix, type SearchSource } from '../../platform/operations/operator/search-source.ts';
import { findEndpoints, findEventsByPrefix } from './webhook-search-store.ts';

/** Part of the URL, so that shorter texts would find almost every endpoint. */
const MIN_URL = 3;

const eventSearch: SearchSource = {
  kind: 'event',
  permission: 'webhooks:view',
  async find({ db, text, ...query }) {
    const start = referenceIdPrefix(text, 'evt');
    if (start === undefined) return [];
    return (await findEventsByPrefix(db, query, start)).map(event => ({
      kind: 'event',
      id: event.eventId,
      title: event.type,
      detail: `${event.eventId}, ${event.at.toISOString()}`,
      status: null,
      environment: event.environment,
      partnerId: event.organisationId as never,
    }));
  },
};

const endpointSearch: SearchSource = {
  kind: 'endpoint',
  permission: 'webhooks:view',
  async find({ db, text, ...query }) {
    if (text.length < MIN_URL) return [];
    return (await findEndpoints(db, query, text)).map(endpoint => ({
      kind: 'endpoint',
      id: endpoint.endpointId,
      title: endpoint.url,
      detail: endpoint.endpointId,
      status: endpoint.status,
      environment: endpoint.environment,
      partnerId: endpoint.organisationId as never,
    }));
  },
};

export const webhookSearch: readonly SearchSource[] = [endpointSearch, eventSearch];
