import { overdueStatement, RECENT_MONTHS } from '@serai/contract/billing/mail-plan.ts';
import type { Account } from '../../components/billing/account.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { SendBody } from './send-statement.tsx';

interface RemindPartnerProps {
  account: Account;
  onClose: () => void;
}

/** A reminder of the newest overdue statement of a partner, which asks for the earlier ones as well. */
export function RemindPartner({ account: { partnerId, name, environment }, onClose }: RemindPartnerProps) {
  const input = { partnerId, environment };
  const list = useCall('statements/list', { ...input, page: { limit: RECENT_MONTHS } });
  const month = list.state === 'ready' ? overdueStatement(list.data.statements)?.month : undefined;
  const shown = useCall(
    'statements/show',
    { ...input, month: month ?? '', page: { limit: 1 } },
    { when: month !== undefined },
  );
  const isPaid = list.state === 'ready' && month === undefined;
  return (
    <Dialog open title={`Send payment reminder to ${name}`} onClose={onClose}>
      {shown.state === 'ready' ? (
        <SendBody shown={shown.data} kind="REMINDER" onClose={onClose} />
      ) : isPaid ? (
        <p>No statement of this partner is overdue any more.</p>
      ) : (
        <Loaded from={list.state === 'ready' ? shown : list}>{() => null}</Loaded>
      )}
    </Dialog>
  );
}
