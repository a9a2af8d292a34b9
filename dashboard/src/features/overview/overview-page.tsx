import { PageHead } from '../../components/page-head.tsx';

export function OverviewPage() {
  return <PageHead title="Overview" />;
}
