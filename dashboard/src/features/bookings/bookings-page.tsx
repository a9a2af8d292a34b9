import { PageHead } from '../../components/page-head.tsx';

export function BookingsPage() {
  return <PageHead title="Bookings" />;
}
