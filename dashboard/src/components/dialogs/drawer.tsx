import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface DrawerProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Details beside the list they belong to; on a phone they take the whole screen. */
export function Drawer(props: DrawerProps) {
  return <Dialog {...props} shape="side" />;
}
