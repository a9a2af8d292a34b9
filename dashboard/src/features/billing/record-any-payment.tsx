import { useState } from 'react';
import { useAccount } from '../../components/billing/account.tsx';
import { RecordPayment } from '../../components/billing/payment-dialogs.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import { ComboboxField } from '../../components/pickers/combobox.tsx';

/** Asks for the partner first. */
export function RecordAnyPayment({ onClose }: { onClose: () => void }) {
  const [partnerId, setPartnerId] = useState<string>();
  return partnerId === undefined ? (
    <Dialog open title="Record a payment" onClose={onClose}>
      <PickPartner onPick={setPartnerId} />
    </Dialog>
  ) : (
    <PaymentFrom partnerId={partnerId} onClose={onClose} />
  );
}

function PickPartner({ onPick }: { onPick: (partnerId: string | undefined) => void }) {
  const partners = usePartners();
  return (
    <ComboboxField
      label="Partner"
      placeholder="Who paid?"
      value={undefined}
      options={[...partners.values()].map(({ partnerId, name, groups }) => ({
        value: partnerId,
        name,
        hint: groups.join(', '),
      }))}
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
    <Dialog open title="Record a payment" onClose={onClose}>
      <Loaded from={account}>{() => <p>This partner has no balance.</p>}</Loaded>
    </Dialog>
  );
}
