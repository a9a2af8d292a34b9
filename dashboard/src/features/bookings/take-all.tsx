import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { useActorName } from '../../components/people/use-actor-name.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { CASE_READS, takenWords } from './queue.ts';
import type { QueueProps } from './queue-table.tsx';

/** For example `Take both` or `Take all (3)`. */
export function takeAllLabel(count: number): string {
  return count === 2 ? 'Take both' : `Take all (${formatNumber(count)})`;
}

/** Takes all unassigned bookings of the list, whatever its filters. Nothing if there are fewer than two. */
export function TakeAll({ queue }: Pick<QueueProps, 'queue'>) {
  const [asked, setAsked] = useState<readonly QueueProps['queue'][number]['bookingId'][]>();
  const nameOf = useActorName();
  const take = useAction('attention/take-all', {
    changes: CASE_READS,
    done: result => {
      showToast(takenWords(result, nameOf));
      setAsked(undefined);
    },
  });
  const free = queue.filter(({ taken }) => taken === null).map(({ bookingId }) => bookingId);
  const { length: count } = asked ?? free;
  const label = takeAllLabel(count);
  const close = () => {
    take.clear();
    setAsked(undefined);
  };
  return (
    <>
      {(free.length > 1 || asked !== undefined) && (
        <button type="button" onClick={() => setAsked(free)}>
          {label}
        </button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={
          count === 2
            ? 'Take both unassigned bookings?'
            : `Take all ${formatNumber(count)} unassigned bookings?`
        }
        confirmLabel={label}
        busy={take.busy}
        failure={take.failure}
        onConfirm={() => asked && void take.run({ bookingIds: [...asked] })}
        onClose={close}
      >
        <p>
          The unassigned bookings in this list are assigned to you. If a colleague takes one of them first, it
          is skipped.
        </p>
      </ConfirmDialog>
    </>
  );
}
