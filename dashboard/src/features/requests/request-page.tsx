import { useParams } from '@tanstack/react-router';
import { Card } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { RequestDetail } from './request-detail.tsx';
import '../../styles/requests.css';

export function RequestPage() {
  const { rowId = '' } = useParams({ strict: false }) as { rowId?: string };
  const shown = withoutPrevious(useCall('requests/show', { rowId }));
  return (
    <>
      <PageHead
        title={shown.state === 'ready' ? `POST ${shown.data.request.path}` : 'Request'}
        back={{ to: '/requests', label: 'Request log' }}
      />
      <Card className="request-card">
        <Loaded from={shown} rows={10}>
          {data => <RequestDetail shown={data} />}
        </Loaded>
      </Card>
    </>
  );
}
