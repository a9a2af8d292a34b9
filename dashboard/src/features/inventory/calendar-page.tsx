import { useParams } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { ImportDialog } from '../../components/inventory/import-dialog.tsx';
import { InventorySetup } from '../../components/inventory/inventory-setup.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { MonthView } from './month-view.tsx';
import '../../styles/inventory.css';

export function CalendarPage() {
  const environment = useEnvironment();
  const { hotelId = '' } = useParams({ strict: false }) as { hotelId?: string };
  const hotel = useCall('hotels/show', { environment, hotelId });
  const shown = useCall('inventory/show', { environment, hotelId });
  const mayChange = useMay('inventory:edit');
  const isMissing = shown.state === 'failed' && shown.failure.code === 'NOT_FOUND';
  const name = hotel.state === 'ready' ? hotel.data.hotel.name : 'Hotel';

  return (
    <>
      <PageHead
        title={`Calendar: ${name}`}
        lead="Allotments, prices and restrictions for each night. Changes apply to the next search."
        back={{ to: '/hotels/$hotelId', params: { hotelId }, label: name }}
        actions={shown.state === 'ready' && <FileActions hotelId={hotelId} mayChange={mayChange} />}
      />
      {isMissing ? (
        <Loaded from={hotel}>{({ rooms }) => <InventorySetup hotelId={hotelId} rooms={rooms} />}</Loaded>
      ) : (
        <Loaded from={shown} rows={12}>
          {data => (
            <>
              {data.hotel.status !== 'ACTIVE' && (
                <Banner tone="warn" title="This hotel is not active in the catalogue">
                  Its rooms are not sold. To sell them, import the hotel with the status ACTIVE.
                </Banner>
              )}
              <MonthView key={`${environment} ${hotelId}`} property={data} mayChange={mayChange} />
              <PropertyCard document={data.document} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

function FileActions({ hotelId, mayChange }: { hotelId: string; mayChange: boolean }) {
  const environment = useEnvironment();
  const [isImporting, setImporting] = useState(false);
  const exporting = useAction('inventory/export', {
    changes: [],
    done: ({ text }) => downloadText(`${hotelId}-${environment}-inventory.jsonl`, text, 'application/jsonl'),
  });
  return (
    <>
      <button
        type="button"
        disabled={exporting.busy}
        onClick={() => void exporting.run({ environment, hotelId })}
      >
        <Download size={16} aria-hidden /> Export
      </button>
      {mayChange && (
        <button type="button" onClick={() => setImporting(true)}>
          <Upload size={16} aria-hidden /> Import
        </button>
      )}
      {exporting.failure && <Notice failure={exporting.failure} />}
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}

type Document = Output<'inventory/show'>['document'];

/** Rate plans, policies, taxes and fees. They can only be changed by importing a file. */
function PropertyCard({ document }: { document: Document }) {
  return (
    <Card
      title="Rate plans and terms"
      hint="To change rooms, rate plans, policies or charges, import an inventory file with a property line."
    >
      <DataTable
        label="Rate plans"
        rows={document.plans}
        rowKey={plan => plan.code}
        columns={[
          {
            key: 'name',
            heading: 'Rate plan',
            cell: plan => Object.values(plan.name)[0] ?? plan.code,
            wide: true,
          },
          { key: 'code', heading: 'Code', cell: plan => <code>{plan.code}</code> },
          { key: 'board', heading: 'Board', cell: plan => plan.board },
          { key: 'price', heading: 'Prices', cell: plan => describePrices(plan) },
          {
            key: 'policy',
            heading: 'Cancellation',
            cell: plan => plan.cancellationPolicy ?? 'Non-refundable',
          },
          {
            key: 'status',
            heading: 'Status',
            cell: plan =>
              plan.active === false ? <Badge>Inactive</Badge> : <Badge tone="good">Active</Badge>,
          },
        ]}
      />
      <JsonView value={document} label="full document with policies, taxes and fees" folded />
    </Card>
  );
}

const MODELS = { PER_ROOM: 'per room', PER_PERSON: 'per adult', PER_OCCUPANCY: 'by number of adults' };

function describePrices({ derivedFrom, priceModel }: Document['plans'][number]): string {
  if (derivedFrom === undefined) return MODELS[priceModel];
  const { plan, percent, amount } = derivedFrom;
  return `follows ${plan}, ${percent === undefined ? amount : `${percent}%`}`;
}
