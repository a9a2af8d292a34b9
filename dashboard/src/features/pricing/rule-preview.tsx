import { DataTable } from '../../components/data-table.tsx';
import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';

type Preview = Output<'pricing/preview'>;

export function RulePreview({ preview }: { preview: Preview }) {
  const { quotes, matched, changed, hidden, skipped, currencies, examples, warnings } = preview;
  return (
    <section className="preview" aria-label="Preview" role="status">
      <h3>Preview</h3>
      {quotes === 0 ? (
        <p>There are no quotes yet, so there is nothing to compare with.</p>
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
            { key: 'quotes', heading: 'Quotes', align: 'right', cell: each => formatNumber(each.quotes) },
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
      {examples.length > 0 && (
        <details className="conditions">
          <summary>Quotes that change ({formatNumber(examples.length)})</summary>
          <DataTable
            label="Quotes that change"
            rows={examples}
            rowKey={({ quoteId }) => quoteId}
            columns={[
              {
                key: 'quote',
                heading: 'Quote',
                cell: ({ quoteId }) => (
                  <LinkTo to="/pricing" search={{ tab: 'explain', id: quoteId }}>
                    <code>{quoteId}</code>
                  </LinkTo>
                ),
              },
              {
                key: 'before',
                heading: 'Net now',
                align: 'right',
                cell: each => formatMoney(each.netBefore),
              },
              {
                key: 'after',
                heading: 'Net after',
                align: 'right',
                cell: each => formatMoney(each.netAfter),
              },
            ]}
          />
        </details>
      )}
      <RuleWarnings warnings={warnings} />
    </section>
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
