/**
 * Reads partners and shows them in lists. Partner users see only their own partner, so these components render nothing
 * for them.
 */
import type { Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { useSession, useStaff } from '../../lib/session-context.ts';
import type { Column } from '../data-table.tsx';
import { LinkTo } from '../link-to.tsx';
import type { Option } from '../pickers/combobox.tsx';

export type Partner = Output<'partners/show'>['partner'];

const MAX_PARTNERS = 200;

/** Partners by id. Empty for partner users and until they are loaded. */
export function usePartners(): ReadonlyMap<string, Partner> {
  const isStaff = useStaff();
  const list = useCall('partners/list', { page: { limit: MAX_PARTNERS } }, { when: isStaff });
  return new Map(list.state === 'ready' ? list.data.partners.map(each => [each.partnerId, each]) : []);
}

/** The groups of the first partners, as options. There can be others, so a picker must accept typed text. */
export function useGroups(): readonly Option[] {
  const groups = new Set([...usePartners().values()].flatMap(partner => partner.groups));
  return [...groups].sort().map(group => ({ value: group, name: group }));
}

export function usePartner(partnerId: string | undefined): CallState<Partner> & { reload: () => void } {
  const { partner: own } = useSession().session;
  const isOther = own === null && partnerId !== undefined;
  const found = useCall('partners/show', { ...(partnerId && { partnerId }) }, { when: isOther });
  if (own !== null) return { state: 'ready', data: own, reload: found.reload };
  if (!isOther) return { state: 'waiting', reload: found.reload };
  return found.state === 'ready' ? { ...found, data: found.data.partner } : found;
}

export function PartnerLink({ partnerId }: { partnerId: string | null }) {
  const name = usePartners().get(partnerId ?? '')?.name;
  if (partnerId === null) return <span className="faint">Operator</span>;
  return (
    <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
      {name ?? partnerId}
    </LinkTo>
  );
}

/** A column for lists that contain several partners. Spread it into the columns. */
export function usePartnerColumn<Row extends { partnerId: string | null }>(
  /** The partner that the list is filtered by. */
  chosen?: string,
): readonly Column<Row>[] {
  const isStaff = useStaff();
  if (!isStaff || chosen !== undefined) return [];
  return [
    {
      key: 'partner',
      heading: 'Partner',
      phone: 'plain',
      cell: ({ partnerId }) => <PartnerLink partnerId={partnerId} />,
    },
  ];
}

/** The user's own partner, or for staff the chosen partner or the only one. */
export function useChosenPartner(chosen: string | undefined): string | undefined {
  const partners = usePartners();
  const { partner } = useSession().session;
  if (partner !== null) return partner.partnerId;
  const [only] = partners.size === 1 ? [...partners.keys()] : [];
  return chosen ?? only;
}
