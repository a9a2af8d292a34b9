import { useState } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Card } from '../card.tsx';
import { Empty } from '../feedback.tsx';
import { LinkTo } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import { type Account, AccountStats, availableTone, isOwing, useAccount } from './account.tsx';
import { AGEING_HINT, AgeingBar, isZero } from './ageing.tsx';
import { EntriesTable } from './entries.tsx';
import { AdjustBalance, RecordPayment } from './payment-dialogs.tsx';

/** Default: the user's own partner. */
export function PartnerBilling({ partnerId }: { partnerId?: string }) {
  const account = useAccount(partnerId);
  return (
    <Loaded from={account}>
      {found =>
        found === undefined ? (
          <Empty title="No balance">There is no partner to show.</Empty>
        ) : (
          <>
            <AccountActions account={found} />
            <AccountStats account={found} />
            {availableTone(found) === 'bad' && (
              <p className="hint">
                New bookings are rejected (CREDIT_EXCEEDED) until more credit or funds are available.
              </p>
            )}
            {found.ageing !== null && !Object.values(found.ageing).every(isZero) && (
              <Card title="Debt by age" hint={AGEING_HINT}>
                <AgeingBar ageing={found.ageing} />
              </Card>
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
      {/* Without a debt, no payment is expected. */}
      <button
        type="button"
        className={isOwing(account) ? 'main' : undefined}
        onClick={() => setOpen('payment')}
      >
        Record payment
      </button>
      {open === 'payment' && <RecordPayment account={account} onClose={close} />}
      {open === 'adjust' && <AdjustBalance account={account} onClose={close} />}
    </div>
  );
}

const LAST_ENTRIES = 10;

/** Default: the user's own partner. */
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
            <p className="faint">Bookings, payments and adjustments appear here.</p>
          ) : (
            <EntriesTable entries={entries} partner={partnerId} />
          )
        }
      </Loaded>
    </Card>
  );
}
