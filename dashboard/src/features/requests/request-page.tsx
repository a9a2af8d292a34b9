import { PageHead } from '../../components/page-head.tsx';

export function RequestPage() {
  return <PageHead title="Request" />;
}
