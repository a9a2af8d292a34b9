import { useEffect, useState } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { actionWords } from '../../components/pricing/rule-words.ts';
import { useNames } from '../../components/pricing/use-names.ts';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { findRule, PriceSteps } from './price-steps.tsx';
import type { RuleInput } from './rule-draft.ts';
import '../../styles/rule-preview.css';

type Preview = Output<'pricing/preview'>;
type Example = Preview['examples'][number];

const TYPING_MS = 500;

interface RulePreviewProps {
  input: RuleInput;
  /** The rule that is being changed. */
  ruleId: string | undefined;
}

/** Recalculates recent quotes with the rule as it is in the form, whenever the user stops typing. Stores nothing. */
export function RulePreview({ input, ruleId }: RulePreviewProps) {
  // A name is required, but does not change prices.
  const rule = useSettled({ ...input, name: 'Preview' });
  const isReady = actionWords(rule.action) !== '';
  const shown = useCall(
    'pricing/preview',
    { rule, ...(ruleId !== undefined && { ruleId: ruleId as never }) },
    { when: isReady },
  );
  return (
    <section className="preview" aria-labelledby="rule-preview" aria-busy={shown.refreshing || undefined}>
      <div className="preview-head">
        <h3 id="rule-preview">Preview</h3>
        {shown.refreshing && <Badge>Calculating…</Badge>}
      </div>
      {!isReady ? (
        <p className="faint">Enter a value to see how recent quotes change.</p>
      ) : shown.state === 'failed' ? (
        <PreviewFailure failure={shown.failure} onRetry={shown.reload} />
      ) : (
        <Loaded from={shown} rows={2}>
          {preview => <Effects preview={preview} />}
        </Loaded>
      )}
    </section>
  );
}

/** An incomplete rule is not an error yet. The form shows errors when it is saved. */
function PreviewFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  if (failure.code !== 'VALIDATION_ERROR') return <Notice failure={failure} onRetry={onRetry} />;
  return <p className="faint">The preview appears when all values are valid.</p>;
}

/** The value after it has not changed for a short time. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are different objects
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

function Effects({ preview }: { preview: Preview }) {
  const { quotes, matched, changed, hidden, skipped, currencies, examples, warnings } = preview;
  return (
    <>
      {quotes === 0 ? (
        <p className="faint">There are no quotes yet, so there is nothing to compare with.</p>
      ) : (
        <p>
          Of {quotes === 1 ? '1 recent quote' : `the last ${formatNumber(quotes)} quotes`}, the rule matches{' '}
          {formatNumber(matched)} and changes the price of {formatNumber(changed)}.
          {hidden > 0 && ` ${formatNumber(hidden)} would no longer be sold.`}
          {skipped > 0 &&
            ` ${formatNumber(skipped)} ${skipped === 1 ? 'was' : 'were'} left out, because an amount in a rule could not be converted.`}
        </p>
      )}
      {currencies.length > 0 && (
        <DataTable
          label="Margin before and after"
          rows={currencies}
          rowKey={({ currency }) => currency}
          columns={[
            { key: 'currency', heading: 'Currency', cell: each => each.currency },
            { key: 'cost', heading: 'Cost', align: 'right', cell: each => each.cost.amount },
            { key: 'before', heading: 'Margin now', align: 'right', cell: each => each.marginBefore.amount },
            {
              key: 'after',
              heading: 'Margin after',
              align: 'right',
              cell: each => <strong>{each.marginAfter.amount}</strong>,
            },
          ]}
        />
      )}
      <RuleWarnings warnings={warnings} />
      {examples.length > 0 && <Examples examples={examples} />}
    </>
  );
}

/** Quotes that would change. Each opens to the steps of its current price. */
function Examples({ examples }: { examples: readonly Example[] }) {
  const nameOf = useNames(examples.map(({ hotelId }) => hotelId));
  const [open, setOpen] = useState<string>();
  return (
    <div className="examples">
      <h4>Quotes that change</h4>
      <ul>
        {examples.map(example => (
          <li key={example.quoteId}>
            <button
              type="button"
              className="quiet"
              aria-expanded={open === example.quoteId}
              onClick={() => setOpen(open === example.quoteId ? undefined : example.quoteId)}
            >
              <span>
                {nameOf('hotels', example.hotelId)}
                <small>{open === example.quoteId ? 'Hide the steps' : 'Explain the current price'}</small>
              </span>
              <span className="change">
                {formatMoney(example.netBefore)} → <strong>{formatMoney(example.netAfter)}</strong>
              </span>
            </button>
            {open === example.quoteId && <CurrentPrice quoteId={example.quoteId} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CurrentPrice({ quoteId }: { quoteId: string }) {
  const explained = useCall('pricing/explain', { quoteId } as never);
  const rules = useCall('pricing/rules/list', { page: { limit: 500 } });
  const current = rules.state === 'ready' ? rules.data.rules : [];
  return (
    <Loaded from={explained} rows={3}>
      {data => <PriceSteps explanation={data} ruleOf={used => findRule(current, used)} />}
    </Loaded>
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
