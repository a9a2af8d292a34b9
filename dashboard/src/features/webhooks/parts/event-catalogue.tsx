import type { EventType } from '@serai/contract/events.ts';
import { useEffect, useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { JsonView } from '../../../components/code.tsx';
import { Skeleton } from '../../../components/feedback.tsx';
import { describeEventType, EVENT_TYPES, isEventType } from '../../../lib/event-types.ts';
import { useFilters } from '../../../lib/url-state.ts';

interface Catalogue {
  shapes: Readonly<Record<string, { properties: object }>>;
  events: readonly { type: string; shape: string; sample: object }[];
}

/** Every type of event with its schema and a sample. It is long, so it is loaded when it is looked at. */
export function EventCatalogue() {
  const [{ event }, setFilters] = useFilters(['event']);
  const chosen: EventType = isEventType(event) ? event : 'booking.confirmed';
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    void import('../generated/event-catalogue.json').then(loaded =>
      setCatalogue(loaded.default as unknown as Catalogue),
    );
  }, []);
  return (
    <div className="catalogue">
      <ul className="catalogue-list" aria-label="Types of events">
        {EVENT_TYPES.map(({ type }) => (
          <li key={type}>
            <button type="button" aria-pressed={type === chosen} onClick={() => setFilters({ event: type })}>
              {type}
            </button>
          </li>
        ))}
      </ul>
      <Card title={<code>{chosen}</code>} hint={describeEventType(chosen)}>
        {catalogue ? <CatalogueEntry catalogue={catalogue} type={chosen} /> : <Skeleton rows={8} />}
      </Card>
    </div>
  );
}

function CatalogueEntry({ catalogue, type }: { catalogue: Catalogue; type: EventType }) {
  const entry = catalogue.events.find(each => each.type === type);
  const shape = entry && catalogue.shapes[entry.shape];
  if (entry === undefined || shape === undefined) return null;
  const schema = { ...shape, properties: { ...shape.properties, type: { const: type } } };
  return (
    <>
      <h3>Sample</h3>
      <JsonView value={entry.sample} label="the sample" />
      <h3>Schema</h3>
      <JsonView value={schema} label="the JSON Schema" folded />
    </>
  );
}
