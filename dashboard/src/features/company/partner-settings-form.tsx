import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { useConfirmedSave } from '../../components/dialogs/confirmed-save.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { describeLimits, formatMoney, formatNumber } from '../../lib/format/format.ts';
import { changedFields } from '../../lib/forms/changed-fields.ts';
import { settingEffects } from '../../lib/forms/setting-effects.ts';
import { wholeNumberOrNull, wholeNumberProblem } from '../../lib/forms/whole-number.ts';
import { useMay } from '../../lib/session-context.ts';

type Partner = Output<'partners/show'>['partner'];

const FIELDS = ['currency', 'language', 'nationality', 'maxKeyLifetimeDays', 'guestDays'];

/** What the users of a partner see about their company, and what its admins can change. */
export function PartnerSettingsForm({ partner }: { partner: Partner }) {
  const mayEdit = useMay('partners:edit');
  const [draft, setDraft] = useState({
    currency: partner.currency,
    language: partner.language,
    nationality: partner.nationality,
    maxKeyLifetimeDays: partner.maxKeyLifetimeDays?.toString() ?? '',
    guestDays: partner.guestDays?.toString() ?? '',
  });
  const [secondFactor, setSecondFactor] = useState(partner.requireSecondFactor);
  const save = useAction('partners/update', { changes: ['partners', 'session'], toast: 'Company saved.' });
  const { confirm, dialog } = useConfirmedSave();
  const values = () => ({
    ...draft,
    maxKeyLifetimeDays: wholeNumberOrNull(draft.maxKeyLifetimeDays),
    guestDays: wholeNumberOrNull(draft.guestDays),
    requireSecondFactor: secondFactor,
  });
  const [opened, setOpened] = useState(values);
  const problems = {
    maxKeyLifetimeDays: wholeNumberProblem(draft.maxKeyLifetimeDays),
    guestDays: wholeNumberProblem(draft.guestDays),
  };
  const submit = () => {
    if (Object.values(problems).some(problem => problem !== undefined)) return;
    const changed = changedFields(values(), opened);
    confirm(settingEffects(changed, opened), async () => {
      if (await save.run(changed)) setOpened(before => ({ ...before, ...changed }));
    });
  };
  const text = (name: keyof typeof draft, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      value={draft[name]}
      disabled={!mayEdit}
      autoComplete="off"
      problem={problems[name as keyof typeof problems] ?? fieldError(save.failure, name)}
      onChange={value => setDraft(before => ({ ...before, [name]: value }))}
    />
  );
  return (
    <>
      <Form className="stack narrow" onSubmit={submit}>
        <Card title="Defaults" hint="For requests that do not specify a value.">
          {text('currency', 'Currency', 'For example, EUR.')}
          {text('language', 'Language', 'For example, en.')}
          {text('nationality', 'Nationality', 'Country of the guests, for example ES.')}
        </Card>
        <Card title="Rules">
          <label className="check">
            <input
              type="checkbox"
              checked={secondFactor}
              disabled={!mayEdit}
              onChange={event => setSecondFactor(event.target.checked)}
            />
            <span>Require a second factor from every user</span>
          </label>
          {text('maxKeyLifetimeDays', 'Maximum key lifetime (days)', 'Empty for no limit.')}
          {text(
            'guestDays',
            'Erase guest data after (days)',
            'Counted from check-out. Empty for the default of the installation.',
          )}
        </Card>
        <Card title="Set by the operator">
          <Facts items={operatorFacts(partner)} />
        </Card>
        {save.failure && !isShownByFields(save.failure, FIELDS) && <Notice failure={save.failure} />}
        {mayEdit && (
          <div className="row">
            <button type="submit" className="main" disabled={save.busy}>
              {save.busy ? 'Saving…' : 'Save'}
            </button>
          </div>
        )}
      </Form>
      {dialog}
    </>
  );
}

function operatorFacts({ name, partnerId, billing, ceilings }: Partner): [string, React.ReactNode][] {
  const models = { NONE: 'No limit', CREDIT: 'Credit', PREPAID: 'Prepaid' };
  return [
    ['Name', name],
    ['Partner ID', <code key="id">{partnerId}</code>],
    [
      'Billing',
      `${models[billing.model]}, in ${billing.currency}${billing.limit ? `, up to ${formatMoney(billing.limit)}` : ''}`,
    ],
    ['Highest limits of a key', describeLimits(ceilings)],
    ['Number of keys', `at most ${formatNumber(ceilings.keys)}`],
  ];
}
