import { ArrowRight, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

type Merge = Output<'mapping/merges'>['merges'][number];

/** Hotels of the catalogue that were merged, newest first, each with a button that undoes the merge. */
export function Merges() {
  const environment = useEnvironment();
  const mayEdit = useMay('mapping:edit');
  const list = usePages('mapping/merges', { environment }, ({ merges }) => merges);
  const [chosen, choose] = useState<Merge>();
  return (
    <>
      <LoadedList
        list={list}
        rows={6}
        empty={
          <Empty title="No merged hotels">
            If the catalogue contains a hotel twice, merge one into the other with{' '}
            <code>serai mapping merge</code>.
          </Empty>
        }
      >
        {merges => <MergeTable merges={merges} onUndo={mayEdit ? choose : undefined} />}
      </LoadedList>
      {chosen && <UndoDialog merge={chosen} onClose={() => choose(undefined)} />}
    </>
  );
}

interface MergeTableProps {
  merges: readonly Merge[];
  /** Undefined if the user may not undo merges. */
  onUndo: ((merge: Merge) => void) | undefined;
}

function MergeTable({ merges, onUndo }: MergeTableProps) {
  return (
    <DataTable
      label="Merged hotels"
      rows={merges}
      rowKey={({ mergeId }) => mergeId}
      columns={[
        { key: 'hotels', heading: 'Merged hotel', wide: true, cell: merge => <Hotels merge={merge} /> },
        { key: 'moved', heading: 'Moved mappings', cell: ({ moved }) => <Moved moved={moved} /> },
        {
          key: 'merged',
          heading: 'Merged',
          cell: ({ mergedAt, mergedBy }) => (
            <span>
              <Timestamp at={mergedAt} /> by <ActorName actor={mergedBy} />
            </span>
          ),
        },
        { key: 'state', heading: 'Status', phone: 'status', cell: merge => <State merge={merge} /> },
        {
          key: 'undo',
          heading: 'Undo',
          headless: true,
          cell: merge =>
            onUndo &&
            merge.undoneAt === null && (
              <button
                type="button"
                aria-label={`Undo the merge of ${merge.hotelName ?? merge.hotelId}`}
                onClick={() => onUndo(merge)}
              >
                <Undo2 size={16} aria-hidden /> Undo
              </button>
            ),
        },
      ]}
    />
  );
}

function Hotels({ merge: { hotelId, hotelName, into, intoName } }: { merge: Merge }) {
  return (
    <span className="row">
      <Hotel hotelId={hotelId} name={hotelName} />
      <ArrowRight size={16} role="img" aria-label="merged into" />
      <Hotel hotelId={into} name={intoName} />
    </span>
  );
}

function Hotel({ hotelId, name }: { hotelId: string; name: string | null }) {
  return (
    <span className="named-hotel">
      <LinkTo to="/hotels/$hotelId" params={{ hotelId }}>
        {name ?? <code>{hotelId}</code>}
      </LinkTo>
      {name !== null && <code className="hint">{hotelId}</code>}
    </span>
  );
}

function Moved({ moved }: Pick<Merge, 'moved'>) {
  if (moved.length === 0) return 'None';
  return (
    <ul className="moved">
      {moved.map(({ provider, supplierId }) => (
        <li key={`${provider} ${supplierId}`}>
          {provider}{' '}
          <LinkTo to="/mapping/$provider/$supplierId" params={{ provider, supplierId }}>
            <code>{supplierId}</code>
          </LinkTo>
        </li>
      ))}
    </ul>
  );
}

function State({ merge: { undoneAt, undoneBy } }: { merge: Merge }) {
  if (undoneAt === null) return <Badge tone="good">Merged</Badge>;
  return (
    <span>
      <Badge>Undone</Badge> <Timestamp at={undoneAt} /> by <ActorName actor={undoneBy} />
    </span>
  );
}

function UndoDialog({ merge, onClose }: { merge: Merge; onClose: () => void }) {
  const undo = useAction('mapping/unmerge', {
    changes: ['mapping', 'hotels'],
    toast: 'Merge undone.',
  });
  const { environment, mergeId, hotelId, hotelName, into, intoName } = merge;
  const confirm = async () => {
    if (await undo.run({ environment, mergeId })) onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Undo this merge?"
      confirmLabel="Undo merge"
      busy={undo.busy}
      failure={undo.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {hotelName ?? hotelId} becomes active again, next to {intoName ?? into}. The mappings from before the
        merge are restored. Partners are notified of the change.
      </p>
    </ConfirmDialog>
  );
}
