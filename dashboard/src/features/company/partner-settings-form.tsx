import { removesSecondFactor } from '@serai/contract/account/step-up.ts';
import { type ReactNode, useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { Optional } from '../../components/form.tsx';
import {
  type CompanyDraft,
  companyDraft,
  toCompany,
  withoutBlankContacts,
} from '../../components/partners/company-draft.ts';
import { ContactFields, LegalFields } from '../../components/partners/company-fields.tsx';
import {
  ceilingFacts,
  DefaultFields,
  RuleFields,
} from '../../components/partners/partner-setting-fields.tsx';
import {
  describeTerms,
  type PartnerSettings,
  partnerSettings,
} from '../../components/partners/partner-settings.ts';
import type { Partner } from '../../components/partners/partners.tsx';
import { useStepUp } from '../../components/people/step-up.tsx';
import { fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { wholeNumberOrNull, wholeNumberProblem } from '../../lib/forms/whole-number.ts';
import { useMay } from '../../lib/session-context.ts';
import { SettingsForm } from './settings-form.tsx';

const FIELDS = ['company', 'currency', 'language', 'nationality', 'maxKeyLifetimeDays', 'guestDays'];

/** What the users of a partner see about their company, and what its admins can change. */
export function PartnerSettingsForm({ partner }: { partner: Partner }) {
  const mayEdit = useMay('partners:edit');
  const [draft, setDraft] = useState(() => partnerSettings(partner));
  const [company, setCompany] = useState(() => companyDraft(partner.company));
  const save = useAction('partners/update', { changes: ['partners', 'session'], toast: 'Company saved.' });
  const confirm = useStepUp();
  const fields = {
    draft,
    disabled: !mayEdit,
    problemOf: (path: string) => fieldError(save.failure, path),
    onChange: (changed: Partial<PartnerSettings>) => setDraft(before => ({ ...before, ...changed })),
  };
  const companyFields = {
    draft: company,
    disabled: !mayEdit,
    problemOf: (path: string) => fieldError(save.failure, `company/${path}`),
    onChange: (changed: Partial<CompanyDraft>) => setCompany(before => ({ ...before, ...changed })),
  };
  const hasProblems = [draft.maxKeyLifetimeDays, draft.guestDays].some(
    text => wholeNumberProblem(text) !== undefined,
  );
  return (
    <SettingsForm
      values={hasProblems ? undefined : valuesOf(draft, company)}
      stored={valuesOf(partnerSettings(partner), companyDraft(partner.company))}
      fields={FIELDS}
      mayEdit={mayEdit}
      onDiscard={() => {
        setDraft(partnerSettings(partner));
        setCompany(companyDraft(partner.company));
        save.clear();
      }}
      onSave={async changed => {
        setCompany(withoutBlankContacts);
        return (!removesSecondFactor(changed) || (await confirm())) && save.run(changed);
      }}
      busy={save.busy}
      failure={save.failure}
    >
      <Card title="Company" hint="Printed on your statements.">
        <LegalFields {...companyFields} />
      </Card>
      <Card title={<Optional>Contacts</Optional>} hint="People the operator can contact.">
        <ContactFields {...companyFields} />
      </Card>
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

function valuesOf(draft: PartnerSettings, company: CompanyDraft) {
  return {
    ...draft,
    company: toCompany(company),
    maxKeyLifetimeDays: wholeNumberOrNull(draft.maxKeyLifetimeDays),
    guestDays: wholeNumberOrNull(draft.guestDays),
  };
}

function operatorFacts(partner: Partner): (readonly [string, ReactNode])[] {
  const { name, partnerId, billing } = partner;
  const models = { NONE: 'No credit limit', CREDIT: 'Credit', PREPAID: 'Prepaid' };
  return [
    ['Name', name],
    ['Partner ID', <code key="id">{partnerId}</code>],
    [
      'Billing',
      `${models[billing.model]}, in ${billing.currency}${billing.limit ? `, up to ${formatMoney(billing.limit)}` : ''}`,
    ],
    ['Payment terms', describeTerms(partner)],
    ...ceilingFacts(partner),
  ];
}
