import { useParams } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { LeaveGuard } from '../../components/dialogs/leave-guard.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Banner, Notice, Skeleton } from '../../components/feedback.tsx';
import { HOTEL_PAGES, HotelHead } from '../../components/inventory/hotel-head.tsx';
import { ImportDialog } from '../../components/inventory/import-dialog.tsx';
import { InventorySetup } from '../../components/inventory/inventory-setup.tsx';
import { Loaded } from '../../components/loaded.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { HotelSwitcher, useProperties } from './hotel-switcher.tsx';
import { MonthView } from './month-view.tsx';
import { useGridEdits } from './use-grid-edits.ts';
import { useTermsDraft } from './use-terms-draft.ts';
import '../../styles/inventory.css';
import '../../styles/revenue-grid.css';
import '../../styles/grid-toolbar.css';
import '../../styles/week-strip.css';
import '../../styles/pending-changes.css';
import '../../styles/bulk-edit.css';

export function CalendarPage() {
  const environment = useEnvironment();
  const { hotelId = '' } = useParams({ strict: false }) as { hotelId?: string };
  // The forms keep what they are first given, so they must never get the data of the hotel that was shown before.
  const hotel = withoutPrevious(useCall('hotels/show', { environment, hotelId }));
  const shown = withoutPrevious(useCall('inventory/show', { environment, hotelId }));
  const properties = useProperties();
  const mayChange = useMay('inventory:edit');
  const isMissing = shown.state === 'failed' && shown.failure.code === 'NOT_FOUND';
  const name = hotel.state === 'ready' ? hotel.data.hotel.name : undefined;
  const [{ tab }] = useFilters(['tab']);
  const page = tab === 'terms' ? 'terms' : 'calendar';

  const head = (hasInventory: boolean) => (
    <HotelHead {...{ hotelId, name, shown: page, hasInventory }} windowTitle={HOTEL_PAGES[page]}>
      {hasInventory && (
        <>
          <HotelSwitcher hotelId={hotelId} />
          <FileActions hotelId={hotelId} mayChange={mayChange} />
        </>
      )}
    </HotelHead>
  );
  if (isMissing) {
    return (
      <div className="hotel-frame">
        {head(false)}
        <Loaded from={hotel}>{({ rooms }) => <InventorySetup hotelId={hotelId} rooms={rooms} />}</Loaded>
      </div>
    );
  }
  // The other hotels may need a line of their own, so the calendar appears together with them.
  if (shown.state !== 'ready' || properties.state === 'waiting') {
    return (
      <div className="hotel-frame" data-dense>
        {head(true)}
        {shown.state === 'ready' ? (
          <Skeleton rows={12} />
        ) : (
          <Loaded from={shown} rows={12}>
            {() => null}
          </Loaded>
        )}
      </div>
    );
  }
  return (
    <div className="hotel-frame" data-dense>
      {head(true)}
      {shown.data.hotel.status !== 'ACTIVE' && (
        <Banner tone="warn" title="Active rate plans are not on sale, because this hotel is not active">
          To sell its rooms, import the hotel into the catalogue with the status <code>ACTIVE</code>.
        </Banner>
      )}
      <InventoryPages
        key={`${environment} ${hotelId}`}
        property={shown.data}
        mayChange={mayChange}
        page={page}
      />
    </div>
  );
}

const TermsForm = lazy(() =>
  import('./terms/terms-form.tsx').then(module => ({ default: module.TermsForm })),
);

interface InventoryPagesProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
  page: 'calendar' | 'terms';
}

/** The calendar or the terms. Unsaved changes survive the other page and another month. */
function InventoryPages({ property, mayChange, page }: InventoryPagesProps) {
  const edits = useGridEdits(property.document);
  const draft = useTermsDraft(property);
  return (
    <>
      <LeaveGuard isNeeded={edits.pending.size > 0 || (mayChange && draft.isChanged)} />
      {page === 'calendar' ? (
        <MonthView {...{ property, mayChange, edits }} />
      ) : (
        <Suspense fallback={<Skeleton rows={8} />}>
          <TermsForm {...{ property, draft, mayChange }} />
        </Suspense>
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
      <RowMenu label="More actions" folds>
        <button
          type="button"
          className="small"
          disabled={exporting.busy}
          onClick={() => void exporting.run({ environment, hotelId })}
        >
          <Download size={16} aria-hidden /> Export
        </button>
        {mayChange && (
          <button type="button" className="small" onClick={() => setImporting(true)}>
            <Upload size={16} aria-hidden /> Import
          </button>
        )}
      </RowMenu>
      {exporting.failure && <Notice failure={exporting.failure} />}
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}
