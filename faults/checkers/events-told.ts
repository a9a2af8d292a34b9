/** I7 at the receivers: every event reached every endpoint that wants it, or its failure is there to be seen. */
import type { ClusterFacts } from './cluster-facts.ts';

export function eventsTold(facts: ClusterFacts): string[] {
  const { endpoints, events, deliveries, received } = facts;
  const byEvent = new Map(deliveries.map(row => [`${row.event_id} ${row.endpoint_id}`, row]));
  return endpoints.flatMap(endpoint => {
    const taken = received?.get(endpoint.endpoint_id);
    return events
      .filter(
        ({ organisation_id, environment, type, at }) =>
          organisation_id === endpoint.organisation_id &&
          environment === endpoint.environment &&
          endpoint.event_types.includes(type) &&
          at > endpoint.created_at,
      )
      .flatMap(({ event_id, type, booking_id }) => {
        const name = `I7: ${type} of ${booking_id} (${event_id})`;
        const delivery = byEvent.get(`${event_id} ${endpoint.endpoint_id}`);
        if (delivery === undefined) return [`${name} has no delivery to ${endpoint.endpoint_id}`];
        if (delivery.status === 'FAILED') return [];
        if (delivery.status !== 'DELIVERED') return [`${name} is ${delivery.status}`];
        return taken === undefined || taken.has(event_id)
          ? []
          : [`${name} counts as delivered and was not received`];
      });
  });
}
