import { useRouterState } from '@tanstack/react-router';
import { use } from 'react';
import { Banner } from '../components/feedback.tsx';
import { LinkTo } from '../components/link-to.tsx';
import type { Output } from '../lib/calls/operator-client.ts';
import { useCall } from '../lib/calls/use-call.ts';
import { useMay } from '../lib/session-context.ts';
import { ShownSubjectsContext } from '../lib/shown-subjects.ts';
import { useEnvironment } from '../lib/url-state.ts';

const MINUTE_MS = 60_000;
/** More notices would push the page content out of view. */
const MAX_NOTICES = 3;

/** The notices that are still open, above every page. */
export function OpenNotices() {
  const environment = useEnvironment();
  const open = useCall('notices/list', { open: true, page: { limit: 20 } }, { everyMs: MINUTE_MS });
  const path = useRouterState({ select: state => state.location.pathname });
  const isOverview = useMay('webhooks:view') && /^\/[^/]+\/?$/.test(path);
  const { shown } = use(ShownSubjectsContext);
  if (open.state !== 'ready') return null;
  const here = open.data.notices.filter(
    notice =>
      (notice.environment === null || notice.environment === environment) &&
      !(isOverview && isRepeated(notice, shown)) &&
      !isShownFailure(notice, shown),
  );
  return here
    .slice(0, MAX_NOTICES)
    .map(({ noticeId, kind, subjectId, text }) => (
      <Banner
        key={noticeId}
        tone={kind === 'webhook.disabled' ? 'bad' : 'warn'}
        title={text}
        action={<NoticeLink kind={kind} subjectId={subjectId} />}
      />
    ));
}

const ABOUT_ENDPOINTS: ReadonlySet<string> = new Set(['webhook.failing', 'webhook.disabled']);

type Notice = Pick<Output<'notices/list'>['notices'][number], 'kind' | 'subjectId'>;

/** Whether the overview shows the endpoint itself, with its cause. While its list loads, nothing is shown twice. */
export function isRepeated({ kind, subjectId }: Notice, shown: readonly string[] | undefined): boolean {
  return ABOUT_ENDPOINTS.has(kind) && (shown === undefined || shown.includes(subjectId));
}

/** Whether the billing page shows the same failure itself. Until it does, the notice stays. */
export function isShownFailure({ kind, subjectId }: Notice, shown: readonly string[] | undefined): boolean {
  return kind === 'billing.schedule_failed' && shown?.includes(subjectId) === true;
}

function NoticeLink({ kind, subjectId }: { kind: string; subjectId: string }) {
  if (kind.startsWith('webhook.')) {
    return (
      <LinkTo to="/webhooks/$endpointId" params={{ endpointId: subjectId }}>
        Open endpoint
      </LinkTo>
    );
  }
  if (kind.startsWith('provider.')) {
    return (
      <LinkTo to="/providers/$providerId" params={{ providerId: subjectId }}>
        Open provider
      </LinkTo>
    );
  }
  if (kind === 'billing.schedule_failed') {
    return (
      <LinkTo to="/billing" search={{ tab: 'emails' }}>
        Open automatic emails
      </LinkTo>
    );
  }
  // The notice itself states what to do, and no page shows exchange rates.
  if (kind.startsWith('billing.')) return null;
  if (kind.startsWith('usage.')) return <LinkTo to="/usage">View usage</LinkTo>;
  return (
    <LinkTo to="/usage" search={{ key: subjectId }}>
      View rate limits
    </LinkTo>
  );
}
