import { PageHead } from '../../components/page-head.tsx';

export function KeyPage() {
  return <PageHead title="API key" />;
}
