import { PageHead } from '../../components/page-head.tsx';

export function EventsPage() {
  return <PageHead title="Events" />;
}
