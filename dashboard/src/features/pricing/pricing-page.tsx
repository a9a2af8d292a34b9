import { PageHead } from '../../components/page-head.tsx';

export function PricingPage() {
  return <PageHead title="Pricing" />;
}
