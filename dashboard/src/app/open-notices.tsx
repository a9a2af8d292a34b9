import { Banner } from '../components/banner.tsx';
import { LinkTo } from '../components/link-to.tsx';
import { useCall } from '../lib/calls/use-call.ts';
import { useEnvironment } from '../lib/use-environment.ts';

const MINUTE_MS = 60_000;
/** More would push the page itself out of sight. */
const MOST = 3;

/** What people should know, wherever they are in the dashboard. */
export function OpenNotices() {
  const environment = useEnvironment();
  const shown = useCall('notices/list', { open: true, page: { limit: 20 } }, { everyMs: MINUTE_MS });
  if (shown.state !== 'ready') return null;
  const here = shown.data.notices.filter(
    notice => notice.environment === null || notice.environment === environment,
  );
  return here
    .slice(0, MOST)
    .map(({ noticeId, kind, subjectId, text }) => (
      <Banner
        key={noticeId}
        tone={kind === 'webhook.disabled' ? 'bad' : 'warn'}
        title={text}
        action={<WhereToLook kind={kind} subjectId={subjectId} />}
      />
    ));
}

function WhereToLook({ kind, subjectId }: { kind: string; subjectId: string }) {
  if (kind.startsWith('webhook.')) {
    return (
      <LinkTo to="/webhooks/$endpointId" params={{ endpointId: subjectId }}>
        Open the endpoint
      </LinkTo>
    );
  }
  if (kind.startsWith('usage.')) return <LinkTo to="/usage">See the usage</LinkTo>;
  return (
    <LinkTo to="/usage" search={{ key: subjectId }}>
      See its windows
    </LinkTo>
  );
}
