import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { monthName } from '../../lib/format/month.ts';
import type { ScheduledMail } from './schedule-texts.ts';
import { SendBody } from './send-statement.tsx';

interface SendAgainProps {
  mail: Pick<ScheduledMail, 'partnerId' | 'partnerName' | 'month'>;
  kind: 'STATEMENT' | 'REMINDER';
}

/** For an email of the schedule that failed. Only production has a schedule. */
export function SendAgain({ mail, kind }: SendAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { partnerName } = mail;
  return (
    <>
      <button type="button" className="small" onClick={() => setOpen(true)}>
        Send again<span className="unseen"> to {partnerName}</span>
      </button>
      {isOpen && (
        <Dialog open title={dialogTitle(mail, kind)} onClose={close}>
          <AgainBody mail={mail} kind={kind} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function dialogTitle({ partnerName, month }: SendAgainProps['mail'], kind: SendAgainProps['kind']): string {
  return kind === 'REMINDER'
    ? `Send payment reminder to ${partnerName}`
    : `Send ${monthName(month)} statement to ${partnerName}`;
}

function AgainBody({ mail: { partnerId, month }, kind, onClose }: SendAgainProps & { onClose: () => void }) {
  const named = { partnerId, environment: 'production', month } as const;
  const shown = useCall('statements/show', { ...named, page: { limit: 1 } });
  return (
    <Loaded from={shown} rows={6}>
      {data =>
        data.statement.status === 'OPEN' ? (
          <p>
            This statement is still open.{' '}
            <LinkTo to="/billing/statements/$month" params={{ month }} search={{ partner: partnerId }}>
              Close it before you send it
            </LinkTo>
          </p>
        ) : (
          <SendBody shown={data} kind={kind} onClose={onClose} />
        )
      }
    </Loaded>
  );
}
