import { PageHead } from '../../components/page-head.tsx';

export function PlacesPage() {
  return <PageHead title="Places" />;
}
