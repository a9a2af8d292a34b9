import { Card } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

const MOST = 8;

interface ErrorGroupsProps {
  errors: Output<'usage/summary'>['errors'];
  period: string | undefined;
}

/** What goes wrong most; each leads to its requests. */
export function ErrorGroups({ errors, period }: ErrorGroupsProps) {
  return (
    <Card title="Errors" hint="By code and operation, from the request log.">
      {errors.length === 0 ? (
        <p className="faint">No request was refused or failed in this period.</p>
      ) : (
        <BarList
          label="Errors by code and operation"
          items={errors.slice(0, MOST).map(({ code, operation, requests }) => ({
            key: `${code} ${operation}`,
            label: `${code} · ${operation ?? 'no route'}`,
            value: requests,
            tone: 'bad' as const,
            link: { to: '/requests', search: { code, period, ...(operation !== null && { operation }) } },
          }))}
        />
      )}
    </Card>
  );
}
