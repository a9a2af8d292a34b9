import { PageHead } from '../../components/page-head.tsx';

export function EventPage() {
  return <PageHead title="Event" />;
}
