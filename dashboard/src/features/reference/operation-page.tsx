import { PageHead } from '../../components/page-head.tsx';

export function OperationPage() {
  return <PageHead title="Operation" />;
}
