import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useFailedMails } from '../../components/billing/use-failed-mails.ts';
import { useOverdue } from '../../components/billing/use-overdue.ts';
import { lastFailure } from '../../components/failure-words.ts';
import { BannerIcon } from '../../components/feedback.tsx';
import { useApiHealth, useEndpoints } from '../../components/health-reads.ts';
import { LinkTo } from '../../components/link-to.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import { useCheckedProviders } from '../../components/recent-calls.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { currentData, isWaiting } from '../../lib/calls/current-data.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { systemHealth } from '../../lib/health.ts';
import { useMay, useSession, useStaff } from '../../lib/session-context.ts';
import { useReportShown } from '../../lib/shown-subjects.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import {
  apiProblems,
  bookingProblems,
  briefly,
  endpointProblems,
  inOrder,
  keyProblems,
  overdueProblems,
  type Problem,
  providerProblems,
  queueProblems,
  systemProblems,
  withLastFailure,
} from './problem.ts';
import { scheduleProblems } from './schedule-problem.ts';

const REFRESH_MS = 30_000;
/** More would push the figures out of view. */
const MAX_SHOWN = 4;
/** Decisions are looked for among the first items of the queue. */
const MAX_QUEUED = 20;

interface ProblemReads {
  keys: Output<'keys/list'>['keys'];
  system: CallState<Output<'system/status'>> & { isPrevious: boolean; isOutdated: boolean };
}

/** Everything that fails or needs attention, as far as the role may see it. */
export function useProblems({ keys, system }: ProblemReads): { list: Problem[]; isSettled: boolean } {
  const environment = useEnvironment();
  const isStaff = useStaff();
  const { timeZone } = useSession().session;
  const [seesProviders, seesWebhooks, seesRequests, mayResolve, seesBilling] = [
    useMay('providers:view'),
    useMay('webhooks:view'),
    useMay('requests:view'),
    useMay('bookings:resolve'),
    useMay('billing:view'),
  ];
  const api = useApiHealth({ environment }, seesRequests);
  const providers = useCheckedProviders(environment, seesProviders);
  const endpoints = useEndpoints({ environment }, seesWebhooks);
  const refresh = { everyMs: REFRESH_MS };
  const queue = useCall(
    'attention/list',
    { environment, limit: MAX_QUEUED },
    { ...refresh, when: mayResolve },
  );
  const bookings = useCall('bookings/summary', { environment }, { ...refresh, when: !mayResolve });
  const overdue = useOverdue();
  const failedMails = useFailedMails();
  const partners = usePartners();
  // What could not be refreshed is no longer reported, because it may have recovered.
  const [status, queued, counted, checked, listed, late] = [
    currentData(system),
    currentData(queue),
    currentData(bookings),
    currentData(providers),
    currentData(endpoints),
    currentData(overdue),
  ];
  const list = inOrder([
    ...(status ? systemProblems(systemHealth(status), status) : []),
    ...apiProblems(api),
    ...(queued ? queueProblems(queued) : []),
    ...(counted && !mayResolve ? bookingProblems(counted.needsAttention, isStaff) : []),
    ...(checked ? providerProblems(checked) : []),
    ...(listed ? endpointProblems(listed.endpoints, partners) : []),
    ...(late ? overdueProblems(late, dateIn(timeZone, Date.now())) : []),
    ...scheduleProblems(failedMails),
    ...keyProblems(keys, partners),
  ]);
  const reads = [
    [providers, seesProviders],
    [endpoints, seesWebhooks],
    [queue, mayResolve],
    [bookings, !mayResolve],
    [overdue, isStaff && seesBilling],
  ] as const;
  const isSettled =
    (!seesRequests || api.level !== 'LOADING') &&
    failedMails.isSettled &&
    reads.every(([read, when]) => !when || !isWaiting(read)) &&
    !(providers.state === 'ready' && providers.data.some(({ health }) => health.level === 'LOADING'));
  return { list, isSettled };
}

export function Problems({ problems }: { problems: readonly Problem[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const isPhone = useIsPhone();
  const shown = showsAll ? problems : problems.slice(0, MAX_SHOWN);
  useReportShown(shown.flatMap(({ endpointId }) => endpointId ?? []));
  if (problems.length === 0) return null;
  // On phones, all are closed at first, so that the figures are on the first screen.
  const folds = isPhone || problems.length > 1;
  return (
    <section className="problems" aria-label="Problems">
      <ul>
        {shown.map((problem, index) => {
          const row = { problem, folds, startsOpen: index === 0 && !isPhone };
          return problem.endpointId === undefined ? (
            <ProblemRow key={problem.key} {...row} />
          ) : (
            <EndpointProblem key={problem.key} {...row} endpointId={problem.endpointId} />
          );
        })}
      </ul>
      {problems.length > MAX_SHOWN && (
        <button type="button" className="small" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${problems.length}`}
        </button>
      )}
    </section>
  );
}

/** The newest deliveries, among which the last failure is found. */
const NEWEST = 20;

interface ProblemRowProps {
  problem: Problem;
  /** Only the title and a summary are shown until the user opens it. */
  folds: boolean;
  startsOpen: boolean;
}

function EndpointProblem({ problem, endpointId, ...row }: ProblemRowProps & { endpointId: string }) {
  const newest = useCall(
    'deliveries/list',
    { endpointId, page: { limit: NEWEST } } as Input<'deliveries/list'>,
    { everyMs: REFRESH_MS },
  );
  const failed = newest.state === 'ready' ? lastFailure(newest.data.deliveries) : undefined;
  return <ProblemRow problem={withLastFailure(problem, failed)} {...row} />;
}

function ProblemRow({ problem, folds, startsOpen }: ProblemRowProps) {
  const { tone, title, cause, since, state, outlook, advice, link } = problem;
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? startsOpen;
  const { label, ...target } = link;
  return (
    <li className="banner problem-row" data-tone={tone} data-folds={folds || undefined}>
      <BannerIcon tone={tone} />
      <div className="banner-text">
        <strong id={id}>{title}</strong>
        {folds && !isOpen && <small className="problem-brief">{briefly(problem)}</small>}
        <p>
          {cause}{' '}
          {since && (
            <>
              {state === undefined ? 'The problem began on' : `It has been ${state} since`}{' '}
              <Timestamp at={since} exact /> (<Timestamp at={since} />
              ).
            </>
          )}{' '}
          {outlook}
        </p>
        {advice && <p className="problem-advice">{advice}</p>}
      </div>
      {folds && (
        <button
          type="button"
          className="quiet icon problem-toggle"
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={() => setChosen(!isOpen)}
        >
          <ChevronDown size={18} aria-hidden />
        </button>
      )}
      <LinkTo {...target} className="button small">
        {label}
      </LinkTo>
    </li>
  );
}
