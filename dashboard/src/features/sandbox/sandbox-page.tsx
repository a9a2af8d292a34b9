import { PageHead } from '../../components/page-head.tsx';

export function SandboxPage() {
  return <PageHead title="Sandbox" />;
}
