import { Card } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

type Document = Output<'inventory/show'>['document'];

/** Plans, policies, taxes and fees. They change by a file alone. */
export function PropertyCard({ document }: { document: Document }) {
  return (
    <Card
      title="Plans and terms"
      hint="Rooms, plans, policies and charges come from the property line of an inventory file."
    >
      <DataTable
        label="Plans"
        rows={document.plans}
        rowKey={plan => plan.code}
        columns={[
          {
            key: 'name',
            heading: 'Plan',
            cell: plan => Object.values(plan.name)[0] ?? plan.code,
            wide: true,
          },
          { key: 'code', heading: 'Code', cell: plan => <code>{plan.code}</code> },
          { key: 'board', heading: 'Board', cell: plan => plan.board },
          { key: 'price', heading: 'Prices', cell: plan => priceWords(plan) },
          {
            key: 'policy',
            heading: 'Cancellation',
            cell: plan => plan.cancellationPolicy ?? 'Non-refundable',
          },
          {
            key: 'state',
            heading: 'State',
            cell: plan =>
              plan.active === false ? <Badge>Inactive</Badge> : <Badge tone="good">Active</Badge>,
          },
        ]}
      />
      <JsonView value={document} label="the whole document, with policies, taxes and fees" folded />
    </Card>
  );
}

const MODELS = { PER_ROOM: 'per room', PER_PERSON: 'per adult', PER_OCCUPANCY: 'by number of adults' };

function priceWords({ derivedFrom, priceModel }: Document['plans'][number]): string {
  if (derivedFrom === undefined) return MODELS[priceModel];
  const { plan, percent, amount } = derivedFrom;
  return `follows ${plan}, ${percent === undefined ? amount : `${percent} %`}`;
}
