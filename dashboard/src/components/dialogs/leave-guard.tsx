import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a page with unsaved changes is left. Filters and tabs of the same page do not count as leaving. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isNeeded && current.pathname !== next.pathname,
    enableBeforeUnload: () => isNeeded,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      danger
      title="Leave without saving?"
      confirmLabel="Discard changes"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      The changes on this page are not saved yet. They are lost if you leave now.
    </ConfirmDialog>
  );
}
