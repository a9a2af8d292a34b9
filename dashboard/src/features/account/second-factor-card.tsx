import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Banner } from '../../components/banner.tsx';
import { Card } from '../../components/card.tsx';
import { useSession } from '../../lib/session-context.ts';
import type { Account } from './account.ts';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx';

/** With fewer backup codes than this, people should make new ones. */
const FEW_CODES = 3;

export function SecondFactorCard({ account }: { account: Account }) {
  const { session } = useSession();
  const [open, setOpen] = useState<'set-up' | 'remove'>();
  const close = () => setOpen(undefined);
  const isMissing = session.organisation.requireSecondFactor && !account.secondFactor;
  return (
    <Card
      title={
        <span className="with-icon">
          Second factor{' '}
          <Badge tone={account.secondFactor ? 'good' : 'warn'}>{account.secondFactor ? 'On' : 'Off'}</Badge>
        </span>
      }
      className="narrow"
      hint="A code of an app on your phone, besides the password. A stolen password alone is then worth nothing."
    >
      {isMissing && (
        <Banner tone="warn" title={`${session.organisation.name} requires a second factor`}>
          Set it up to go on; until then the other pages stay closed.
        </Banner>
      )}
      {account.secondFactor ? (
        <>
          <p>{codesLeft(account.backupCodesLeft)}</p>
          <div className="row">
            <button type="button" onClick={() => setOpen('remove')}>
              Remove the second factor
            </button>
          </div>
        </>
      ) : (
        <div className="row">
          <button type="button" className="main" onClick={() => setOpen('set-up')}>
            <ShieldCheck size={16} aria-hidden /> Set up the second factor
          </button>
        </div>
      )}
      <SetUpFactorDialog open={open === 'set-up'} onClose={close} />
      <RemoveFactorDialog open={open === 'remove'} onClose={close} />
    </Card>
  );
}

function codesLeft(left: number): string {
  const words = left === 1 ? 'One backup code is left.' : `${left} backup codes are left.`;
  return left < FEW_CODES ? `${words} Remove the second factor and set it up again for new ones.` : words;
}
