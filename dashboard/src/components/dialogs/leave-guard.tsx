import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  isNeeded: boolean;
  title?: string;
  confirmLabel?: string;
  /** What is lost. */
  children?: ReactNode;
}

/** Asks before a page with unsaved changes is left. Filters and tabs of the same page do not count as leaving. */
export function LeaveGuard({
  isNeeded,
  title = 'Leave without saving?',
  confirmLabel = 'Discard changes',
  children = 'If you leave now, your changes on this page are lost.',
}: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isNeeded && current.pathname !== next.pathname,
    enableBeforeUnload: () => isNeeded,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      danger
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
