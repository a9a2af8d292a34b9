import { hasPermission } from '@serai/contract/roles.ts';
import { Circle, CircleCheck } from 'lucide-react';
import { useAccount } from '../../components/billing/account.tsx';
import { REVENUE_MONTHS } from '../../components/billing/revenue-by-month.tsx';
import { sumCounts } from '../../components/billing/revenue-figures.ts';
import { useRevenue } from '../../components/billing/use-revenue.ts';
import { Card } from '../../components/card.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { certifiedBy, hasProductionKey } from './partner-production.tsx';
import { hasBusiness, nextStep, type SetupFacts, type SetupStep, setupSteps } from './setup-steps.ts';
import '../../styles/sandbox.css';

interface Setup {
  partnerId: string;
  steps: readonly SetupStep[];
  /** The card is then one line until the user opens it. */
  isFolded: boolean;
}

/** What a partner still needs. Each step links to where it is done. */
export function PartnerSetup({ setup: { partnerId, steps, isFolded } }: { setup: Setup }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const may = useMayDo();
  const next = nextStep(steps, may);
  const list = (
    <ol className="checklist">
      {steps.map(step => (
        <Step key={step.id} step={step} partnerId={partnerId} isNext={step === next} />
      ))}
    </ol>
  );
  return isFolded ? (
    <Card title={`${done} of ${steps.length} set-up steps done`} folds="always">
      {list}
    </Card>
  ) : (
    <Card title="Set up this partner" hint={`${done} of ${steps.length} done`}>
      {list}
    </Card>
  );
}

/** Undefined until everything is loaded, and once the partner has everything. */
export function useSetup(partner: Partner): Setup | undefined {
  const { partnerId } = partner;
  const facts = useSetupFacts(partner);
  const [seesReports, seesBilling] = [useMay('reports:view'), useMay('billing:view')];
  const report = useRevenue(partnerId, REVENUE_MONTHS, seesReports);
  const account = useAccount(partnerId, seesBilling);
  if (facts === undefined) return undefined;
  if ((seesReports && report.state === 'waiting') || (seesBilling && account.state === 'waiting')) {
    return undefined;
  }
  const steps = setupSteps(facts);
  if (steps.every(({ isDone }) => isDone)) return undefined;
  const isFolded = hasBusiness({
    hasProductionKey: facts.hasProductionKey,
    bookings: report.state === 'ready' ? sumCounts(report.data.rows).bookings : undefined,
    balance: account.state === 'ready' ? account.data?.balance.amount : undefined,
  });
  return { partnerId, steps, isFolded };
}

/** Undefined until everything is loaded. */
function useSetupFacts({ partnerId, company }: Partner): SetupFacts | undefined {
  const seesKeys = useMay('keys:view');
  const seesPeople = useMay('people:view');
  const keysIn = (environment: 'sandbox' | 'production') =>
    ({ partnerId, environment, page: { limit: 100 } }) as const;
  const tests = useCall('keys/list', keysIn('sandbox'), { when: seesKeys });
  const live = useCall('keys/list', keysIn('production'), { when: seesKeys });
  const people = useCall('members/list', { partnerId, page: { limit: 200 } }, { when: seesPeople });
  const keyId = tests.state === 'ready' ? certifiedBy(tests.data.keys) : undefined;
  // A partner with a production key needs no certification any more.
  const isLive = live.state === 'ready' && hasProductionKey(live.data.keys);
  const isAsked = live.state === 'ready' && !isLive && keyId !== undefined;
  const checklist = useCall('sandbox/checklist', { keyId: keyId ?? '' }, { when: seesKeys && isAsked });
  if (seesKeys && (tests.state !== 'ready' || live.state !== 'ready')) return undefined;
  if (seesPeople && people.state !== 'ready') return undefined;
  if (isAsked && checklist.state !== 'ready') return undefined;
  const items = checklist.state === 'ready' ? checklist.data.items : undefined;
  return {
    billingEmail: company.billingEmail,
    ...(tests.state === 'ready' &&
      live.state === 'ready' && {
        sandboxKeys: tests.data.keys.filter(({ status }) => status !== 'REVOKED').length,
        certification: {
          done: items?.filter(({ doneAt }) => doneAt !== null).length ?? 0,
          ...(items && { steps: items.length }),
        },
        hasProductionKey: isLive,
      }),
    ...(people.state === 'ready' && {
      developers: people.data.members.filter(({ role }) => hasPermission(role, 'keys:sandbox')).length,
    }),
  };
}

/** Where each step is done, and what the link says. */
function linkOf(id: SetupStep['id'], partnerId: string): Target & { text: string } {
  const page = { to: '/partners/$partnerId', params: { partnerId } };
  switch (id) {
    case 'EMAIL':
      return { ...page, search: { create: 'company' }, text: 'Add billing email' };
    case 'SANDBOX_KEY':
      return { ...newKey('sandbox', partnerId), text: 'Create sandbox key' };
    case 'DEVELOPER':
      return { ...page, search: { tab: 'people', create: 'invitation' }, text: 'Invite developer' };
    case 'CERTIFICATION':
      return { ...page, search: { tab: 'certification' }, text: 'View certification' };
    case 'PRODUCTION_KEY':
      return { ...newKey('production', partnerId), text: 'Create production key' };
  }
}

function newKey(environment: 'sandbox' | 'production', partnerId: string): Target {
  return { to: '/settings/api-keys/new', params: { environment }, search: { partner: partnerId } };
}

/** The steps that the user may do. */
function useMayDo(): Record<SetupStep['id'], boolean> {
  return {
    EMAIL: useMay('partners:edit'),
    SANDBOX_KEY: useMay('keys:sandbox'),
    DEVELOPER: useMay('people:manage'),
    CERTIFICATION: true,
    PRODUCTION_KEY: useMay('keys:production'),
  };
}

interface StepProps {
  step: SetupStep;
  partnerId: string;
  /** The first step that is left for the user. */
  isNext: boolean;
}

function Step({ step: { id, label, hint, isDone }, partnerId, isNext }: StepProps) {
  const { text, ...target } = linkOf(id, partnerId);
  const may = useMayDo();
  return (
    <li data-done={isDone || undefined}>
      {isDone ? <CircleCheck size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
      <div>
        <strong>{label}</strong>
        <span className="unseen">{isDone ? ' (done)' : ' (to do)'}</span>
        {!isDone && <p className="hint">{hint}</p>}
      </div>
      {!isDone && may[id] && (
        <LinkTo {...target} className={isNext ? 'button main small' : 'button small'}>
          {text}
        </LinkTo>
      )}
    </li>
  );
}
