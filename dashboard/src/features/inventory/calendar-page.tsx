import { useParams } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Banner, Notice } from '../../components/feedback.tsx';
import { ImportDialog } from '../../components/inventory/import-dialog.tsx';
import { InventorySetup } from '../../components/inventory/inventory-setup.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { MonthView } from './month-view.tsx';
import { PropertyCard } from './property-card.tsx';
import '../../styles/inventory.css';

export function CalendarPage() {
  const environment = useEnvironment();
  const { hotelId = '' } = useParams({ strict: false }) as { hotelId?: string };
  const hotel = useCall('hotels/show', { environment, hotelId });
  const shown = useCall('inventory/show', { environment, hotelId });
  const mayChange = useMay(environment === 'production' ? 'admin' : 'developer');
  const isMissing = shown.state === 'failed' && shown.failure.code === 'NOT_FOUND';
  const name = hotel.state === 'ready' ? hotel.data.hotel.name : 'Hotel';

  return (
    <>
      <PageHead
        title={`Calendar of ${name}`}
        lead="Rooms, prices and restrictions, night by night. What you change is sold in the next search."
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
                  Its rooms are not sold until it is.
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
