import { PageHead } from '../../components/page-head.tsx';

export function AuditPage() {
  return <PageHead title="Audit log" />;
}
