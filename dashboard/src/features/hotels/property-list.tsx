import { CodeBlock } from '../../components/code.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { countryName, statusTone, typeWords } from './hotel-words.ts';

/** Hotels with rooms of our own. */
export function PropertyList() {
  const environment = useEnvironment();
  const list = usePages('inventory/properties', { environment }, answer => answer.properties);
  return (
    <LoadedList
      list={list}
      rows={6}
      empty={
        <Empty
          title="No hotel sells rooms of its own"
          action={
            <CodeBlock
              label="the command"
              code={`npx serai import inventory inventory.jsonl --environment ${environment}`}
            />
          }
        >
          Open a hotel of the catalogue to take a template of its rooms
          {environment === 'sandbox' ? ' or to create a sample' : ''}, or import a file here or with the
          command.
        </Empty>
      }
    >
      {rows => (
        <DataTable
          label="Hotels with own inventory"
          rows={rows}
          rowKey={property => property.hotelId}
          rowLink={({ hotelId }) => ({ to: '/hotels/$hotelId/calendar', params: { hotelId } })}
          columns={[
            { key: 'name', heading: 'Hotel', wide: true, cell: property => property.name },
            {
              key: 'place',
              heading: 'Place',
              cell: property => [property.city, countryName(property.countryCode)].filter(Boolean).join(', '),
            },
            { key: 'rooms', heading: 'Room types', align: 'right', cell: property => property.rooms },
            { key: 'plans', heading: 'Active plans', align: 'right', cell: property => property.plans },
            { key: 'currency', heading: 'Currency', cell: property => property.currency },
            {
              key: 'nights',
              heading: 'Nights',
              cell: ({ firstNight, lastNight }) =>
                firstNight === null ? 'None' : `${firstNight} to ${lastNight}`,
            },
            {
              key: 'status',
              heading: 'Status',
              cell: ({ status }) => <Badge tone={statusTone(status)}>{typeWords(status)}</Badge>,
            },
          ]}
        />
      )}
    </LoadedList>
  );
}
