import { LinkTo } from '../../components/link-to.tsx';
import { useMay } from '../../lib/session-context.ts';

interface AddBillingEmailProps {
  partnerId: string;
  partnerName: string;
}

/** Opens the company details of a partner. Nothing for users who may not change them. */
export function AddBillingEmail({ partnerId, partnerName }: AddBillingEmailProps) {
  if (!useMay('partners:edit')) return null;
  return (
    <LinkTo to="/partners/$partnerId" params={{ partnerId }} search={{ create: 'company' }}>
      Add billing email<span className="unseen"> of {partnerName}</span>
    </LinkTo>
  );
}
