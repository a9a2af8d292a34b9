import { type ReactNode, useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import {
  ceilingFacts,
  DefaultFields,
  RuleFields,
} from '../../components/partners/partner-setting-fields.tsx';
import { type PartnerSettings, partnerSettings } from '../../components/partners/partner-settings.ts';
import type { Partner } from '../../components/partners/partners.tsx';
import { fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { wholeNumberOrNull, wholeNumberProblem } from '../../lib/forms/whole-number.ts';
import { useMay } from '../../lib/session-context.ts';
import { SettingsForm } from './settings-form.tsx';

const FIELDS = ['currency', 'language', 'nationality', 'maxKeyLifetimeDays', 'guestDays'];

/** What the users of a partner see about their company, and what its admins can change. */
export function PartnerSettingsForm({ partner }: { partner: Partner }) {
  const mayEdit = useMay('partners:edit');
  const [draft, setDraft] = useState(() => partnerSettings(partner));
  const save = useAction('partners/update', { changes: ['partners', 'session'], toast: 'Company saved.' });
  const fields = {
    draft,
    disabled: !mayEdit,
    problemOf: (path: string) => fieldError(save.failure, path),
    onChange: (changed: Partial<PartnerSettings>) => setDraft(before => ({ ...before, ...changed })),
  };
  const hasProblems = [draft.maxKeyLifetimeDays, draft.guestDays].some(
    text => wholeNumberProblem(text) !== undefined,
  );
  return (
    <SettingsForm
      values={hasProblems ? undefined : valuesOf(draft)}
      stored={valuesOf(partnerSettings(partner))}
      fields={FIELDS}
      mayEdit={mayEdit}
      onSave={save.run}
      busy={save.busy}
      failure={save.failure}
    >
      <Card title="Defaults" hint="For requests that do not specify a value.">
        <DefaultFields {...fields} />
      </Card>
      <Card title="Rules">
        <RuleFields {...fields} />
      </Card>
      <Card title="Set by the operator">
        <Facts items={operatorFacts(partner)} />
      </Card>
    </SettingsForm>
  );
}

function valuesOf(draft: PartnerSettings) {
  return {
    ...draft,
    maxKeyLifetimeDays: wholeNumberOrNull(draft.maxKeyLifetimeDays),
    guestDays: wholeNumberOrNull(draft.guestDays),
  };
}

function operatorFacts(partner: Partner): (readonly [string, ReactNode])[] {
  const { name, partnerId, billing } = partner;
  const models = { NONE: 'No limit', CREDIT: 'Credit', PREPAID: 'Prepaid' };
  return [
    ['Name', name],
    ['Partner ID', <code key="id">{partnerId}</code>],
    [
      'Billing',
      `${models[billing.model]}, in ${billing.currency}${billing.limit ? `, up to ${formatMoney(billing.limit)}` : ''}`,
    ],
    ...ceilingFacts(partner),
  ];
}
