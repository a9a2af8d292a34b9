import { useParams } from '@tanstack/react-router';
import { Download, Hotel, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { LeaveGuard } from '../../components/dialogs/leave-guard.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Banner, Notice, Skeleton } from '../../components/feedback.tsx';
import { ImportDialog } from '../../components/inventory/import-dialog.tsx';
import { InventorySetup } from '../../components/inventory/inventory-setup.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
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

const CALENDAR = 'Calendar';
const TERMS = 'Rate plans and terms';

export function CalendarPage() {
  const environment = useEnvironment();
  const { hotelId = '' } = useParams({ strict: false }) as { hotelId?: string };
  // The forms keep what they are first given, so they must never get the data of the hotel that was shown before.
  const hotel = withoutPrevious(useCall('hotels/show', { environment, hotelId }));
  const shown = withoutPrevious(useCall('inventory/show', { environment, hotelId }));
  const properties = useProperties();
  const mayChange = useMay('inventory:edit');
  const isMissing = shown.state === 'failed' && shown.failure.code === 'NOT_FOUND';
  const name = hotel.state === 'ready' ? hotel.data.hotel.name : 'Hotel';
  const [{ tab }] = useFilters(['tab']);

  const head = (
    <PageHead
      title={name}
      windowTitle={`${name}: ${tab === 'terms' ? TERMS : CALENDAR}`}
      isCompact
      back={{ to: '/hotels', label: 'Hotels' }}
    />
  );
  const end = (
    <>
      <HotelSwitcher hotelId={hotelId} />
      <FileActions hotelId={hotelId} mayChange={mayChange} />
    </>
  );
  if (isMissing) {
    return (
      <>
        {head}
        <Loaded from={hotel}>{({ rooms }) => <InventorySetup hotelId={hotelId} rooms={rooms} />}</Loaded>
      </>
    );
  }
  // The other hotels may need a line of their own, so the calendar appears together with them.
  if (shown.state !== 'ready' || properties.state === 'waiting') {
    const panel =
      shown.state === 'ready' ? (
        <Skeleton rows={12} />
      ) : (
        <Loaded from={shown} rows={12}>
          {() => null}
        </Loaded>
      );
    return <InventoryTabs start={head} end={end} calendar={panel} terms={panel} />;
  }
  return (
    <>
      {shown.data.hotel.status !== 'ACTIVE' && (
        <Banner tone="warn" title="This hotel is not active in the catalogue">
          Its rooms are not sold. To sell them, import the hotel with the status <code>ACTIVE</code>.
        </Banner>
      )}
      <CalendarTabs
        key={`${environment} ${hotelId}`}
        property={shown.data}
        mayChange={mayChange}
        start={head}
        end={end}
      />
    </>
  );
}

const TermsForm = lazy(() =>
  import('./terms/terms-form.tsx').then(module => ({ default: module.TermsForm })),
);

interface CalendarTabsProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
  start: ReactNode;
  end: ReactNode;
}

interface InventoryTabsProps extends Pick<CalendarTabsProps, 'start' | 'end'> {
  calendar: ReactNode;
  terms: ReactNode;
}

/** The head of the page is in one line with the tabs, so that the grid has most of the window. */
function InventoryTabs({ start, end, calendar, terms }: InventoryTabsProps) {
  const [{ tab }, setFilters] = useFilters(['tab']);
  return (
    <Tabs
      label="Inventory"
      start={start}
      end={end}
      selected={tab === 'terms' ? 'terms' : 'calendar'}
      onSelect={id => setFilters({ tab: id === 'terms' ? 'terms' : undefined })}
      tabs={[
        { id: 'calendar', label: CALENDAR, panel: calendar },
        { id: 'terms', label: TERMS, panel: terms },
      ]}
    />
  );
}

function CalendarTabs({ property, mayChange, start, end }: CalendarTabsProps) {
  // Unsaved changes survive another tab and another month.
  const edits = useGridEdits(property.document);
  const draft = useTermsDraft(property);
  return (
    <>
      <LeaveGuard isNeeded={edits.pending.size > 0 || (mayChange && draft.isChanged)} />
      <InventoryTabs
        start={start}
        end={end}
        calendar={<MonthView {...{ property, mayChange, edits }} />}
        terms={
          <Suspense fallback={<Skeleton rows={8} />}>
            <TermsForm {...{ property, draft, mayChange }} />
          </Suspense>
        }
      />
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
        <LinkTo to="/hotels/$hotelId" params={{ hotelId }} className="button small">
          <Hotel size={16} aria-hidden /> Hotel page
        </LinkTo>
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
