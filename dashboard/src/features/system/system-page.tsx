import { PageHead } from '../../components/page-head.tsx';

export function SystemPage() {
  return <PageHead title="System" />;
}
