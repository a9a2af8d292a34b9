import { useState } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Card } from '../card.tsx';
import { Empty } from '../feedback.tsx';
import { LinkTo } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import { type Account, AccountStats, availableTone, useLowPartners } from './account.tsx';
import { EntriesTable } from './entries.tsx';
import { AdjustBalance, RecordPayment } from './payment-dialogs.tsx';

/** Default: the user's own partner. */
export function PartnerBilling({ partnerId }: { partnerId?: string }) {
  const environment = useEnvironment();
  const whose = partnerId === undefined ? {} : { partnerId };
  const balances = useCall('billing/balances/list', { ...whose, environment, page: { limit: 1 } });
  const low = useLowPartners();
  return (
    <Loaded from={balances}>
      {({ balances: [account] }) =>
        account === undefined ? (
          <Empty title="No balance">There is no partner account to show.</Empty>
        ) : (
          <>
            <AccountActions account={account} />
            <AccountStats account={account} isLow={low.has(account.partnerId)} />
            {availableTone(account, false) === 'bad' && (
              <p className="hint">
                New bookings return CREDIT_EXCEEDED until more credit or funds are available.
              </p>
            )}
            <LastEntries partnerId={partnerId} />
          </>
        )
      }
    </Loaded>
  );
}

function AccountActions({ account }: { account: Account }) {
  const mayEdit = useMay('billing:edit');
  const [open, setOpen] = useState<'payment' | 'adjust'>();
  const close = () => setOpen(undefined);
  if (!mayEdit) return null;
  return (
    <div className="row end">
      <button type="button" onClick={() => setOpen('adjust')}>
        Adjust balance
      </button>
      <button type="button" className="main" onClick={() => setOpen('payment')}>
        Record payment
      </button>
      {open === 'payment' && <RecordPayment account={account} onClose={close} />}
      {open === 'adjust' && <AdjustBalance account={account} onClose={close} />}
    </div>
  );
}

const LAST_ENTRIES = 10;

function LastEntries({ partnerId }: { partnerId: string | undefined }) {
  const environment = useEnvironment();
  const whose = partnerId === undefined ? {} : { partnerId };
  const last = useCall('billing/entries/list', { ...whose, environment, page: { limit: LAST_ENTRIES } });
  return (
    <Card
      title="Latest entries"
      actions={
        <>
          <LinkTo to="/billing" search={{ tab: 'entries', partner: partnerId }}>
            All entries
          </LinkTo>
          <LinkTo to="/billing" search={{ tab: 'statements', partner: partnerId }}>
            Statements
          </LinkTo>
        </>
      }
    >
      <Loaded from={last}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="faint">Bookings and payments appear here.</p>
          ) : (
            <EntriesTable entries={entries} partner={partnerId} />
          )
        }
      </Loaded>
    </Card>
  );
}
