import { PageHead } from '../../components/page-head.tsx';

export function WebhookPage() {
  return <PageHead title="Webhook" />;
}
