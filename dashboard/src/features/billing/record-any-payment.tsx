import { useEffect, useState } from 'react';
import { useAccount } from '../../components/billing/account.tsx';
import { RecordPayment } from '../../components/billing/payment-dialogs.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ComboboxField } from '../../components/pickers/combobox.tsx';
import { useCall } from '../../lib/calls/use-call.ts';

const TYPING_MS = 150;
const MAX_SHOWN = 50;

/** Asks for the partner first. */
export function RecordAnyPayment({ onClose }: { onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string>();
  return partnerId === undefined ? (
    <Dialog open title="Record payment" onClose={onClose}>
      <PickPartner onPick={setPartnerId} />
    </Dialog>
  ) : (
    <PaymentFrom partnerId={partnerId} onClose={onClose} />
  );
}

/** The server searches, so the number of partners does not matter. */
function PickPartner({ onPick }: { onPick: (partnerId: string | undefined) => void }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useCall('partners/list', { ...(search && { search }), page: { limit: MAX_SHOWN } });
  const partners = list.state === 'ready' ? list.data.partners : [];
  return (
    <ComboboxField
      label="Partner"
      placeholder="Who paid?"
      value={undefined}
      problem={list.state === 'failed' ? list.failure.message : undefined}
      options={partners.map(({ partnerId, name, groups }) => ({
        value: partnerId,
        name,
        hint: groups.join(', '),
      }))}
      onSearch={setTyped}
      onChange={onPick}
    />
  );
}

function PaymentFrom({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const account = useAccount(partnerId);
  if (account.state === 'ready' && account.data !== undefined) {
    return <RecordPayment account={account.data} onClose={onClose} />;
  }
  return (
    <Dialog open title="Record payment" onClose={onClose}>
      <Loaded from={account}>{() => <p>This partner has no balance.</p>}</Loaded>
    </Dialog>
  );
}
