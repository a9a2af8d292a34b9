import { LinkTo } from '../../components/link-to.tsx';
import { useMay } from '../../lib/session-context.ts';

interface AddBillingEmailProps {
  partnerId: string;
  partnerName: string;
  /** Without the name of the partner. */
  label?: string;
}

/** Opens the company details of a partner. Nothing for users who may not change them. */
export function AddBillingEmail({
  partnerId,
  partnerName,
  label = 'Add billing email',
}: AddBillingEmailProps) {
  if (!useMay('partners:edit')) return null;
  return (
    <LinkTo to="/partners/$partnerId" params={{ partnerId }} search={{ create: 'company' }}>
      {label}
      <span className="unseen"> for {partnerName}</span>
    </LinkTo>
  );
}
