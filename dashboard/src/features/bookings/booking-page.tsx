import { PageHead } from '../../components/page-head.tsx';

export function BookingPage() {
  return <PageHead title="Booking" />;
}
