import { useState } from 'react';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { RecordFilter } from '../../components/pickers/record-filter.tsx';
import { actionWords } from '../../components/pricing/rule-words.ts';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { effectSummary, matchWords } from './effect-words.ts';
import type { RuleInput } from './rule-draft.ts';
import { StayEffects, TotalEffect } from './rule-effect.tsx';
import '../../styles/rule-preview.css';

type Preview = Output<'pricing/preview'>;

const TYPING_MS = 500;

/**
 * Recalculates recent quotes with the rule as it is in the form, whenever the user stops typing. Stores nothing. `ruleId` is
 * the rule that is being changed.
 */
export function useRulePreview(input: RuleInput, ruleId: string | undefined) {
  // A name is required, but does not change prices.
  const rule = useSettled({ ...input, name: 'Preview' }, TYPING_MS);
  const environment = useEnvironment();
  const [partnerId, setPartnerId] = useState<string>();
  const [hotelId, setHotelId] = useState<string>();
  const isReady = actionWords(rule.action) !== '';
  const shown = useCall(
    'pricing/preview',
    {
      rule,
      environment,
      ...(ruleId !== undefined && { ruleId: ruleId as never }),
      ...(partnerId !== undefined && { partnerId }),
      ...(hotelId !== undefined && { hotelId: hotelId as never }),
    },
    { when: isReady },
  );
  return { rule, isReady, shown, partnerId, setPartnerId, hotelId, setHotelId };
}

type RulePreviewState = ReturnType<typeof useRulePreview>;

export function RulePreview({ preview }: { preview: RulePreviewState }) {
  const { rule, isReady, shown, partnerId, setPartnerId, hotelId, setHotelId } = preview;
  return (
    <section className="preview" aria-labelledby="rule-preview" aria-busy={shown.refreshing || undefined}>
      <div className="preview-head">
        <h3 id="rule-preview">Preview</h3>
        {shown.refreshing && <Badge>Calculating…</Badge>}
      </div>
      <div className="filters">
        <PartnerFilter value={partnerId} onChange={setPartnerId} />
        <RecordFilter
          kind="hotel"
          label="Hotel"
          placeholder="All hotels"
          value={hotelId}
          onChange={setHotelId}
        />
      </div>
      {!isReady ? (
        <p className="faint">Enter a value to see how recent quotes change.</p>
      ) : shown.state === 'failed' ? (
        <PreviewFailure failure={shown.failure} onRetry={shown.reload} />
      ) : (
        <Loaded from={shown} rows={2}>
          {data => <Effects preview={data} rule={shown.isPrevious ? undefined : rule} />}
        </Loaded>
      )}
    </section>
  );
}

/** On a narrow screen the preview is below all fields, so the buttons have its result beside them. */
export function PreviewSummary({ preview: { isReady, shown } }: { preview: RulePreviewState }) {
  if (!isReady || shown.state !== 'ready') return null;
  const show = () => document.getElementById('rule-preview')?.scrollIntoView({ block: 'start' });
  return (
    <div className="preview-summary">
      <span>{effectSummary(shown.data)}</span>
      <button type="button" className="link" onClick={show}>
        Preview
      </button>
    </div>
  );
}

/** An incomplete rule is not an error yet. The form shows errors when it is saved. */
function PreviewFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  if (failure.code !== 'VALIDATION_ERROR') return <Notice failure={failure} onRetry={onRetry} />;
  return <p className="faint">The preview appears when all values are valid.</p>;
}

interface EffectsProps {
  preview: Preview;
  /** Undefined while the preview is still that of an earlier rule. */
  rule: RuleInput | undefined;
}

function Effects({ preview, rule }: EffectsProps) {
  const { quotes, matched, changed, hidden, skipped, currencies, examples, warnings } = preview;
  return (
    <>
      {quotes === 0 ? (
        <p className="faint">There are no recent quotes for this selection.</p>
      ) : (
        <p>
          {matchWords({ quotes, matched, changed })}
          {hidden > 0 && ` ${formatNumber(hidden)} would no longer be sold.`}
          {skipped > 0 &&
            ` ${formatNumber(skipped)} ${skipped === 1 ? 'was' : 'were'} left out, because an amount in a rule could not be converted.`}
        </p>
      )}
      <RuleWarnings warnings={warnings} />
      {/* The total of one quote would only repeat it. */}
      {quotes > 1 && currencies.map(totals => <TotalEffect key={totals.currency} totals={totals} />)}
      {examples.length > 0 && <StayEffects stays={examples} rule={rule} />}
    </>
  );
}

export function RuleWarnings({ warnings }: Pick<Preview, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warn" title="Check this rule">
      <ul>
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}
