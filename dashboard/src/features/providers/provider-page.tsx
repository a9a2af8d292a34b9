import { PageHead } from '../../components/page-head.tsx';

export function ProviderPage() {
  return <PageHead title="Provider" />;
}
