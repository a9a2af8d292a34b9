import { PageHead } from '../../components/page-head.tsx';

export function HotelsPage() {
  return <PageHead title="Hotels and inventory" />;
}
