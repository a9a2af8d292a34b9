import { PageHead } from '../../components/page-head.tsx';

export function CalendarPage() {
  return <PageHead title="Calendar" />;
}
