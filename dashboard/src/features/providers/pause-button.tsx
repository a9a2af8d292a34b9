import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import type { Provider } from './provider.ts';

/** Pausing asks first: it takes offers from the partners. Resuming does not. */
export function PauseButton({ provider: { providerId, name, enabled } }: { provider: Provider }) {
  const [asking, setAsking] = useState(false);
  const pause = useAction('providers/update', {
    toast: `${name} is paused.`,
    done: () => setAsking(false),
  });
  const resume = useAction('providers/update', { toast: `${name} is in use again.` });
  const resumeIt = () => {
    if (!resume.busy) void resume.run({ providerId, enabled: true });
  };
  // One button for both, never disabled: it keeps the focus.
  return (
    <>
      <button type="button" onClick={enabled ? () => setAsking(true) : resumeIt}>
        {enabled ? 'Pause' : 'Resume'}
      </button>
      {resume.failure && <Notice failure={resume.failure} />}
      <ConfirmDialog
        open={asking}
        title={`Pause ${name}?`}
        confirmLabel="Pause"
        busy={pause.busy}
        failure={pause.failure}
        onConfirm={() => void pause.run({ providerId, enabled: false })}
        onClose={() => setAsking(false)}
      >
        <p>
          It gets no searches, quotes or bookings until it is resumed. Bookings it holds are still read and
          cancelled there.
        </p>
      </ConfirmDialog>
    </>
  );
}
