import { useParams } from '@tanstack/react-router';
import { Card } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { RequestDetail } from './request-detail.tsx';
import '../../styles/requests.css';

export function RequestPage() {
  const { rowId = '' } = useParams({ strict: false }) as { rowId?: string };
  const shown = useCall('requests/show', { rowId });
  return (
    <>
      <PageHead title="Request" back={{ to: '/requests', label: 'Request log' }} />
      <Card>
        <Loaded from={shown} rows={10}>
          {data => <RequestDetail shown={data} />}
        </Loaded>
      </Card>
    </>
  );
}
