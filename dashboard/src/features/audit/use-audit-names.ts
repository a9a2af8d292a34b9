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
export function useAuditNames(partnerId: string | undefined): {
  names: Names;
  people: Option[];
  targets: Option[];
} {
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
  const accounts = providers.state === 'ready' ? providers.data.providers : [];
  const targets: Option[] = [
    ...[...partners.values()].map(({ partnerId: value, name }) => ({ value, name, hint: 'Partner' })),
    ...(keys.state === 'ready' ? keys.data.keys : []).map(({ keyId: value, name }) => ({
      value,
      name,
      hint: 'API key',
    })),
    ...members.map(member => ({ value: member.memberId, name: displayName(member), hint: 'Person' })),
    ...accounts.map(({ providerId: value, name, environment }) => ({
      value,
      name,
      hint: `Provider, ${environment}`,
    })),
    ...(endpoints.state === 'ready' ? endpoints.data.endpoints : []).map(({ endpointId: value, url }) => ({
      value,
      name: url,
      hint: 'Webhook endpoint',
    })),
    ...(rules.state === 'ready' ? rules.data.rules : []).map(({ ruleId: value, name }) => ({
      value,
      name,
      hint: 'Pricing rule',
    })),
  ];
  const names = new Map<string, string>([
    ...members.map(member => [member.email, displayName(member)] as const),
    ...accounts.map(each => [providerKey(each.environment, each.code), each.name] as const),
    ...targets.map(({ value, name }) => [value, name] as const),
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
  return { names, people, targets };
}
