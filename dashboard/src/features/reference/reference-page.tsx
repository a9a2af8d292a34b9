import { PageHead } from '../../components/page-head.tsx';

export function ReferencePage() {
  return <PageHead title="API reference" />;
}
