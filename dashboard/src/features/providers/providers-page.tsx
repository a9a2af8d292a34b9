import { PageHead } from '../../components/page-head.tsx';

export function ProvidersPage() {
  return <PageHead title="Providers" />;
}
