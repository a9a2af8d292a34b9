import { ArrowRight, Play, RotateCcw } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Notice, Skeleton } from '../../components/feedback.tsx';
import { Form } from '../../components/form.tsx';
import { LinkTo, useGo } from '../../components/link-to.tsx';
import { PartnerChoice } from '../../components/partners/partner-pickers.tsx';
import { useChosenPartner, usePartners } from '../../components/partners/partners.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { OfferChoice } from './offer-choice.tsx';
import { RequestCode } from './request-code.tsx';
import {
  type Carried,
  carriedFrom,
  filledBody,
  laterThan,
  nextStep,
  type Step,
  stepLabel,
  stepsOf,
  valuesOf,
} from './try-flow.ts';
import {
  AllDone,
  CarriedIds,
  CertificationNote,
  Outcome,
  PriceNotice,
  ScenarioNote,
  Steps,
  TryResponse,
} from './try-parts.tsx';
import { BodyField, CopiedNote, FoldedRequest, OwnKey } from './try-request.tsx';
import {
  changeTryState,
  choosePartner,
  chooseScenario,
  DEFAULT_SCENARIO,
  isFolded,
  isGood,
  recordResponse,
  type Sent,
  tryState,
  useTryState,
} from './try-state.ts';
import '../../styles/try-it.css';

interface TryPanelProps {
  operation: Output<'reference/show'>['operation'];
}

/** Sends requests to the sandbox. The server makes the calls as a client would, with a temporary key. */
export function TryPanel({ operation }: TryPanelProps) {
  const mayTry = useMay('reference:try');
  const [{ request: rowId = '', scenario }] = useFilters(['request', 'scenario']);
  const { scenario: current } = useTryState();
  const scenarios = useCall('sandbox/scenarios', {}, { when: mayTry });
  const logged = useCall('requests/show', { rowId }, { when: mayTry && rowId !== '' });
  // A link to a scenario begins it. It stays chosen on the pages of its other steps.
  useLayoutEffect(() => {
    if (scenario !== undefined) chooseScenario(scenario);
  }, [scenario]);
  if (!mayTry) return <p className="faint">A developer, admin or owner can try operations here.</p>;
  const isWaiting =
    scenarios.state === 'waiting' || (rowId !== '' && (logged.state === 'waiting' || logged.isPrevious));
  if (isWaiting) return <Skeleton rows={6} />;
  const steps = scenarios.state === 'ready' ? stepsOf(scenarios.data.scenarios, current) : [];
  const isCopied =
    rowId !== '' && logged.state === 'ready' && logged.data.request.operation === operation.name;
  const copied = isCopied ? logged.data : undefined;
  return <TryCard key={`${rowId} ${current}`} operation={operation} steps={steps} copied={copied} />;
}

const AUTOMATIC_HINT = 'Runs in the sandbox with a temporary key. Nothing counts as usage.';
const OWN_HINT = 'Runs in the sandbox with your key. Requests count as usage.';

interface TryCardProps extends TryPanelProps {
  steps: readonly Step[];
  /** A logged request whose body is sent again. */
  copied: Output<'requests/show'> | undefined;
}

/** Sends bodies with the temporary key or with that of the user, and carries the ids of the responses on. */
function useSend(steps: readonly Step[]) {
  const partners = usePartners();
  const { partner, key } = useTryState();
  const partnerId = useChosenPartner(partner);
  const [isMissing, setMissing] = useState(false);
  const changes = { changes: ['requests', 'usage', 'bookings'] };
  const own = useAction('reference/try', changes);
  const automatic = useAction('sandbox/try', changes);

  /** Returns whether there is a response that belongs to the current partner and key. */
  const send = async (operation: string, body: string): Promise<boolean> => {
    const lacksPartner = key === '' && partners.size > 1 && partnerId === undefined;
    setMissing(lacksPartner);
    if (lacksPartner) return false;
    const { caller } = tryState();
    const response =
      key === ''
        ? await automatic.run({ ...(partnerId && { partnerId }), operation, body })
        : await own.run({ operation, key, body });
    if (response === undefined) return false;
    const step = steps.find(each => each.operation === operation);
    const found = step ? carriedFrom(step, response.body, response.requestId) : [];
    const later = laterThan(steps, operation);
    const sent = { operation, body, hasOwnKey: key !== '', response };
    return recordResponse({ caller, sent, found, later });
  };
  const { busy, failure } = key === '' ? automatic : own;
  const problem = isMissing ? 'Choose the partner whose sandbox to use.' : undefined;
  return { send, busy, failure, hasPartners: partners.size > 1 && key === '', partnerId, problem };
}

function TryCard({ operation, steps, copied }: TryCardProps) {
  const go = useGo();
  const { key, ids, drafts, opening, ...state } = useTryState();
  const { send, busy, failure, hasPartners, partnerId, problem } = useSend(steps);
  const carried = valuesOf(ids);
  const { name } = operation;
  const first = useMemo(() => firstBody(operation, steps, valuesOf(ids)), [operation, steps, ids]);
  const body = drafts[name] ?? first;
  const sent = responsesFor(name, steps, state.sent);
  const last = sent.at(-1);
  const own = last?.operation === name ? last : undefined;
  const [isEditing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const isDone = isGood(own);
  const isShort = isFolded(own, body) && !isEditing && failure === undefined;
  const isLast = isDone && steps.at(-1)?.operation === name;
  const seesChecklist = useMay('keys:view');
  const next = isDone ? nextStep(steps, name, carried) : undefined;
  // What a user has read before the first request makes room for the responses.
  const hint = key !== '' ? OWN_HINT : state.sent.length === 0 ? AUTOMATIC_HINT : undefined;
  const main = useRef<HTMLButtonElement>(null);
  const isMounted = useMounted();

  // The body of a logged request replaces an earlier draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each logged request
  useLayoutEffect(() => {
    const text = bodyOf(copied);
    if (text !== undefined) changeTryState(before => ({ drafts: { ...before.drafts, [name]: text } }));
  }, []);

  // The page of the next step opens with its response, so the focus moves on to what follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    if (opening !== name) return;
    changeTryState(() => ({ opening: undefined }));
    setTimeout(() => main.current?.focus());
  }, []);

  const sendThis = async () => {
    if (await send(name, body)) setEditing(false);
  };

  const sendNext = async ({ operation: which, body: wanted }: Step) => {
    const hasResponse = await send(which, filledBody(wanted, carried, Date.now()));
    // A late response must not take a user back who has left the page.
    if (!hasResponse || !isMounted.current) return;
    changeTryState(() => ({ opening: which }));
    await go({ to: '/reference/$operation', params: { operation: which }, search: { view: 'try' } });
  };

  return (
    <Card title="Try it" hint={hint} className="try-card">
      {key === '' && <CertificationNote />}
      {state.scenario !== DEFAULT_SCENARIO && <ScenarioNote scenario={state.scenario} />}
      <Steps steps={steps} current={name} sent={sent} />
      <Form className="try" onSubmit={sendThis}>
        {hasPartners && <PartnerChoice value={partnerId} problem={problem} onChange={choosePartner} />}
        <CarriedIds steps={steps} operation={operation} ids={ids} sent={state.sent} />
        {copied && <CopiedNote copied={copied} />}
        {isShort ? (
          <FoldedRequest name={name} body={body} onEdit={edit} />
        ) : (
          <BodyField
            name={name}
            value={body}
            problem={fieldError(failure, 'body')}
            isEditing={isEditing}
            onEdit={edit}
          />
        )}
        {failure && !isShownByFields(failure, ['key', 'body']) && <Notice failure={failure} />}
        {next?.step.operation === 'prebooking' && (
          <OfferChoice steps={steps} search={own} ids={ids} disabled={busy} />
        )}
        {isDone && <PriceNotice sent={own} />}
        {isLast && own && <AllDone sent={own} seesChecklist={seesChecklist} />}
        <div className="row">
          <button type="submit" className={isDone ? '' : 'main'} disabled={busy}>
            <Play size={16} aria-hidden /> {busy ? 'Sending…' : isFolded(own, body) ? 'Resend' : 'Send'}
          </button>
          {isLast && <RestartLink steps={steps} />}
          {next && (
            <button
              type="button"
              className="main"
              ref={main}
              disabled={busy}
              onClick={() => void sendNext(next.step)}
            >
              {next.label} <ArrowRight size={16} aria-hidden />
            </button>
          )}
          <Outcome sent={busy ? undefined : own} />
        </div>
        <RequestCode operation={operation} body={body} />
        {!isShort && <OwnKey value={key} problem={fieldError(failure, 'key')} />}
      </Form>
      <Responses sent={sent} />
    </Card>
  );
}

/** After the last step, the next thing to try is the first one. */
function RestartLink({ steps: [first] }: { steps: readonly Step[] }) {
  if (first === undefined) return null;
  return (
    <LinkTo
      to="/reference/$operation"
      params={{ operation: first.operation }}
      search={{ view: 'try' }}
      className="button"
    >
      <RotateCcw size={16} aria-hidden /> Start again with {stepLabel(first.operation)}
    </LinkTo>
  );
}

function useMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** The steps of a booking show the responses of all steps. Other operations show only their own. */
function responsesFor(name: string, steps: readonly Step[], sent: readonly Sent[]): readonly Sent[] {
  const names = steps.map(({ operation }) => operation);
  const shown = names.includes(name) ? names : [name];
  return sent.filter(({ operation }) => shown.includes(operation));
}

function Responses({ sent }: { sent: readonly Sent[] }) {
  if (sent.length === 0) return null;
  return (
    <div className="try-responses">
      <h3>{sent.length === 1 ? 'Response' : `${sent.length} responses, newest first`}</h3>
      {sent.toReversed().map((each, index) => (
        <TryResponse key={each.response.requestId} sent={each} isLatest={index === 0} />
      ))}
    </div>
  );
}

/** Operations that need ids of earlier responses start with the ids of the latest ones. */
function firstBody(
  { name, examples }: TryPanelProps['operation'],
  steps: readonly Step[],
  carried: Carried,
): string {
  const step = steps.find(each => each.operation === name);
  if (step) return filledBody(step.body, carried, Date.now());
  const example = { ...examples[0]?.request };
  if (carried.booking !== undefined && 'bookingId' in example) example.bookingId = carried.booking;
  return JSON.stringify(example, null, 2);
}

function bodyOf(copied: Output<'requests/show'> | undefined): string | undefined {
  const body = copied?.requestBody;
  return body === null || body === undefined ? undefined : JSON.stringify(body, null, 2);
}
