import { PageHead } from '../../components/page-head.tsx';

export function RequestsPage() {
  return <PageHead title="Request log" />;
}
