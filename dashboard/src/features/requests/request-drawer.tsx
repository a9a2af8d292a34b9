import { Drawer } from '../../components/dialogs/dialog.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { RequestDetail } from './request-detail.tsx';

interface RequestDrawerProps {
  rowId: string;
  onClose: () => void;
}

/** One request beside the log it was found in. */
export function RequestDrawer({ rowId, onClose }: RequestDrawerProps) {
  const shown = useCall('requests/show', { rowId });
  return (
    <Drawer open title="Request" onClose={onClose}>
      <Loaded from={shown} rows={10}>
        {data => <RequestDetail shown={data} />}
      </Loaded>
      <LinkTo to="/requests/$rowId" params={{ rowId }}>
        Open on a page of its own
      </LinkTo>
    </Drawer>
  );
}
