import { usePartners } from '../../components/partners/partners.tsx';
import { displayName } from '../../components/people/member.ts';
import type { Option } from '../../components/pickers/combobox.tsx';
import { actorLabel } from '../../lib/actor-name.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { type Names, providerKey } from './audit-sentence.ts';

const MAX = 200;

/**
 * The names of the people, partners, keys, provider accounts, endpoints and rules in audit entries. What was deleted
 * since then, or is not loaded yet, appears by its id.
 */
export function useAuditNames(partnerId: string | undefined): { names: Names; people: Option[] } {
  const isStaff = useStaff();
  const page = { limit: MAX };
  const partners = usePartners();
  const own = useCall('members/list', { page });
  const theirs = useCall(
    'members/list',
    { ...(partnerId && { partnerId }), page },
    { when: isStaff && partnerId !== undefined },
  );
  const keys = useCall('keys/list', { ...(partnerId && { partnerId }), page }, { when: useMay('keys:view') });
  const rules = useCall('pricing/rules/list', { page }, { when: useMay('pricing:view') });
  const providers = useCall('providers/list', { page }, { when: useMay('providers:view') });
  const endpoints = useCall(
    'webhooks/list',
    { ...(partnerId && { partnerId }), page },
    { when: useMay('webhooks:view') },
  );
  const members = [own, theirs].flatMap(list => (list.state === 'ready' ? list.data.members : []));
  const names = new Map<string, string>([
    ...members.flatMap(member => [
      [member.email, displayName(member)] as const,
      [member.memberId, displayName(member)] as const,
    ]),
    ...[...partners.values()].map(partner => [partner.partnerId, partner.name] as const),
    ...(keys.state === 'ready' ? keys.data.keys : []).map(key => [key.keyId, key.name] as const),
    ...(providers.state === 'ready' ? providers.data.providers : []).flatMap(provider => [
      [providerKey(provider.environment, provider.code), provider.name] as const,
      [provider.providerId, provider.name] as const,
    ]),
    ...(endpoints.state === 'ready' ? endpoints.data.endpoints : []).map(
      endpoint => [endpoint.endpointId, endpoint.url] as const,
    ),
    ...(rules.state === 'ready' ? rules.data.rules : []).map(rule => [rule.ruleId, rule.name] as const),
  ]);
  const known = new Map(members.map(member => [member.email, displayName(member)]));
  const people = [
    ...[...known].map(([value, name]) => ({ value, name, hint: name === value ? undefined : value })),
    ...(isStaff
      ? [
          { value: 'operator-token', name: actorLabel('operator-token'), hint: 'Command line' },
          { value: 'service', name: actorLabel('service'), hint: 'Automatic' },
        ]
      : [{ value: 'operator', name: actorLabel('operator'), hint: 'Staff' }]),
  ];
  return { names, people };
}
