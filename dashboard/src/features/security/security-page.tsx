import { PageHead } from '../../components/page-head.tsx';

export function SecurityPage() {
  return <PageHead title="Security" />;
}
