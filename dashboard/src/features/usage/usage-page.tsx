import { PageHead } from '../../components/page-head.tsx';

export function UsagePage() {
  return <PageHead title="Usage and limits" />;
}
