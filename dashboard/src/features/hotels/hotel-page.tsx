import { PageHead } from '../../components/page-head.tsx';

export function HotelPage() {
  return <PageHead title="Hotel" />;
}
