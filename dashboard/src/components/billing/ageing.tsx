/** What is owed, by the time since the charge. */
import { formatMoney } from '../../lib/format/format.ts';
import type { Tone } from '../feedback.tsx';
import type { Account } from './account.tsx';
import '../../styles/ageing.css';

export type Ageing = NonNullable<Account['ageing']>;

/** What the ages mean, the same on every page. */
export const AGEING_HINT =
  'The age of a charge starts on its date, not its due date. Payments settle the oldest charges first.';

export const AGES: readonly { key: keyof Ageing; label: string; tone: Tone }[] = [
  { key: 'days0To30', label: '0–30 days', tone: 'good' },
  { key: 'days31To60', label: '31–60 days', tone: 'plain' },
  { key: 'days61To90', label: '61–90 days', tone: 'warn' },
  { key: 'over90', label: 'Over 90 days', tone: 'bad' },
];

export function isZero({ amount }: { amount: string }): boolean {
  return !/[1-9]/.test(amount);
}

/** A bar that shows the shares, with a legend that contains the amounts. Only the lengths are rounded. */
export function AgeingBar({ ageing }: { ageing: Ageing }) {
  const sizes = AGES.map(({ key }) => Number(ageing[key].amount));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return (
    <div className="ageing">
      <div className="ageing-bar" aria-hidden="true">
        {AGES.map(({ key, tone }, at) => {
          const size = sizes[at] ?? 0;
          return size > 0 && <span key={key} data-tone={tone} style={{ flexGrow: size / total }} />;
        })}
      </div>
      <dl className="ageing-legend">
        {AGES.map(({ key, label, tone }) => (
          <div key={key} data-tone={tone} data-none={isZero(ageing[key]) || undefined}>
            <dt>{label}</dt>
            <dd>{formatMoney(ageing[key])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
