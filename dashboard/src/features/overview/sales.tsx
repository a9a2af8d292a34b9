import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import { Amounts } from '../../components/figure-parts.tsx';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { changeOfMoney } from '../../lib/format/change.ts';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { type BusinessPeriod, reportLink } from './business-period.ts';
import { salesDays, shownCurrency, trendOf } from './days.ts';
import { FailedFigure, Figure, FigureTrend, YearBefore } from './figure.tsx';
import { isPrepared } from './figures.ts';
import type { Periods } from './use-periods.ts';

type Sales = Output<'reports/sales'>;
type Sold = Sales['totals'][number];

/** Revenue and margin, as in the reports, and for each day. Only for staff. */
export function SalesFigures({ period, current, previous, yearBefore, today, yesterday }: Periods<Sales>) {
  const currency = shownCurrency(current);
  const { totals } = current;
  const figure = (label: string, amount: 'revenue' | 'margin') => {
    const of = (sales: Sales) => sales.totals.map(total => total[amount]);
    const amounts = (sales: Sales | undefined) => sales && <Amounts amounts={of(sales)} />;
    const trend = trendOf(salesDays(current, amount, currency), {
      label: `${label} per day (${current.timeZone})`,
      currency: totals.length > 1 ? currency : undefined,
      isOpen: period.isOpen,
    });
    return (
      <Figure
        period={period}
        label={label}
        link={reportLink(period)}
        value={amounts(current)}
        note={amount === 'margin' && totals.length === 1 && totals[0] && marginText(totals[0])}
        change={previous && changeOfMoney(of(current), of(previous), soldIn(previous))}
        isAmount
        previous={amounts(previous)}
        yearBefore={
          yearBefore && yearBefore.totals.length > 0 ? (
            <YearBefore
              value={amounts(yearBefore)}
              change={changeOfMoney(of(current), of(yearBefore), soldIn(yearBefore))}
              isAmount
            />
          ) : undefined
        }
        today={amounts(today)}
        yesterday={amounts(yesterday)}
        trend={<FigureTrend trend={trend} />}
      />
    );
  };
  return (
    <>
      {figure('Revenue', 'revenue')}
      {figure('Margin', 'margin')}
    </>
  );
}

/** The number of bookings behind the amounts. */
function soldIn({ totals }: Sales): number {
  return totals.reduce((sum, { bookings }) => sum + bookings, 0);
}

export function FailedSales({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <FailedFigure label="Revenue" onRetry={onRetry} />
      <FailedFigure label="Margin" onRetry={onRetry} />
    </>
  );
}

/** How current revenue and margin are. */
export function ReportTime({ asOf, to }: Pick<Sales, 'asOf' | 'to'>) {
  return (
    <>
      {asOf !== null && (
        <>
          Revenue and margin as of <Timestamp at={asOf} exact />.
        </>
      )}
      {!isPrepared({ asOf, to }) && ' Reports are being prepared, so some amounts may be missing.'}
    </>
  );
}

function marginText({ marginPercent }: Pick<Sold, 'marginPercent'>): string | undefined {
  return marginPercent === null ? undefined : `${formatPercent(marginPercent / 100)} of revenue`;
}

interface TopSellersProps {
  sales: Sales;
  period: BusinessPeriod;
}

/** The partners and hotels with the highest revenue. Amounts in different currencies cannot be ranked together. */
export function TopSellers({ sales: { totals, partners, hotels }, period }: TopSellersProps) {
  const [chosen, setChosen] = useState<string>();
  const currencies = totals.map(({ currency }) => currency);
  const currency = currencies.find(each => each === chosen) ?? currencies[0];
  if (currency === undefined) return null;
  const inCurrency = (row: Sold) => row.currency === currency;
  return (
    <>
      {currencies.length > 1 && (
        <div className="row end">
          <FilterSelect
            label="Currency"
            value={currency}
            options={currencies.map(each => [each, each] as const)}
            onChange={setChosen}
          />
        </div>
      )}
      <div className="grid">
        <TopCard
          title="Top partners"
          by="PARTNER"
          period={period}
          rows={partners.filter(inCurrency).map(row => ({
            ...row,
            key: row.partnerId,
            name: row.partnerName,
            link: { to: '/partners/$partnerId', params: { partnerId: row.partnerId } },
          }))}
        />
        <TopCard
          title="Top hotels"
          by="HOTEL"
          period={period}
          rows={hotels.filter(inCurrency).map(row => ({
            ...row,
            key: row.hotelId,
            name: row.hotelName ?? row.hotelId,
            link: { to: '/hotels/$hotelId', params: { hotelId: row.hotelId } },
          }))}
        />
      </div>
    </>
  );
}

type TopRow = Sold & { key: string; name: string; link: { to: string; params: Record<string, string> } };

interface TopCardProps {
  title: string;
  /** The grouping of the report that the card links to. */
  by: string;
  period: BusinessPeriod;
  rows: readonly TopRow[];
}

function TopCard({ title, by, period, rows }: TopCardProps) {
  const first = rows[0];
  return (
    <Card
      folds
      title={title}
      summary={first && `${first.name}: ${formatMoney(first.revenue)}`}
      hint={`By revenue ${period.within}.`}
      actions={<LinkTo {...reportLink(period, by)}>View report</LinkTo>}
    >
      {rows.length === 0 ? (
        <p className="faint">No revenue {period.within}.</p>
      ) : (
        <BarList
          label={title}
          items={rows.map(row => ({
            key: row.key,
            label: row.name,
            link: row.link,
            // Only the length of the bar is rounded.
            value: Number(row.revenue.amount),
            text: formatMoney(row.revenue),
            note: describeSold(row),
            tone: 'accent',
          }))}
        />
      )}
    </Card>
  );
}

function describeSold({ bookings, margin, marginPercent }: Sold): string {
  const count = bookings === 1 ? '1 booking' : `${formatNumber(bookings)} bookings`;
  const share = marginPercent === null ? '' : ` (${formatPercent(marginPercent / 100)})`;
  return `${count}, ${formatMoney(margin)} margin${share}`;
}
