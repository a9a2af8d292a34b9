import { useState } from 'react';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { dateAndTime } from '../../components/pickers/date-range.ts';
import { DateTimeField } from '../../components/pickers/date-time-field.tsx';
import { actionWords, type Rule, ruleSentence, validityWords } from '../../components/pricing/rule-words.ts';
import { useNames } from '../../components/pricing/use-names.ts';
import {
  type CallFailure,
  fieldError,
  isShownByFields,
  type Output,
} from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';
import { ActionFields } from './action-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { draftOf, newRule, type RuleDraft, type RuleInput, toRuleInput } from './rule-draft.ts';
import { PreviewSummary, RulePreview, useRulePreview } from './rule-preview.tsx';

type Warnings = Output<'pricing/rules/create'>['warnings'];

interface RuleDrawerProps {
  /** The rule to change, or undefined for a new one. */
  rule: Rule | undefined;
  /** The partner of a new rule. Default: all partners. */
  partner?: string | undefined;
  onSaved: (warnings: Warnings) => void;
  onClose: () => void;
}

export function RuleDrawer({ rule, partner, onSaved, onClose }: RuleDrawerProps) {
  const mayEdit = useMay('pricing:edit');
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? draftOf(rule) : newRule(partner)));
  const change = (changed: Partial<RuleDraft>) => setDraft(before => ({ ...before, ...changed }));
  const { save, busy, failure } = useSaveRule(rule, onSaved);
  const input = toRuleInput(draft);
  const preview = useRulePreview(input, rule?.ruleId);
  const isReady = actionWords(input.action) !== '';
  const title = rule ? (mayEdit ? `Edit ${rule.name}` : rule.name) : 'Create rule';
  return (
    <Drawer open title={title} onClose={onClose}>
      <Form className="rule-form" onSubmit={() => void save(input)}>
        <Sentence input={input} isReady={isReady} />
        <div className="rule-columns">
          <fieldset disabled={!mayEdit}>
            <TextField
              label="Name"
              maxLength={100}
              autoComplete="off"
              value={draft.name}
              problem={fieldError(failure, 'name')}
              onChange={name => change({ name })}
            />
            <ActionFields draft={draft} failure={failure} onChange={change} />
            <RuleConditionFields draft={draft} failure={failure} onChange={change} />
            <OrderFields draft={draft} failure={failure} onChange={change} />
          </fieldset>
          <aside className="rule-effect" aria-label="Effect of the rule">
            <RulePreview preview={preview} />
          </aside>
        </div>
        <div className="rule-end">
          <PreviewSummary preview={preview} />
          {failure && <FormFailure failure={failure} />}
          <button type="button" onClick={onClose}>
            {mayEdit ? 'Cancel' : 'Close'}
          </button>
          {mayEdit && (
            <button type="submit" className="main" disabled={busy}>
              {rule ? 'Save' : 'Create rule'}
            </button>
          )}
        </div>
      </Form>
    </Drawer>
  );
}

function useSaveRule(rule: Rule | undefined, onSaved: (warnings: Warnings) => void) {
  const done = ({ warnings }: { warnings: Warnings }) => onSaved(warnings);
  const create = useAction('pricing/rules/create', { toast: 'Rule created.', done });
  const update = useAction('pricing/rules/update', { toast: 'Rule saved.', done });
  const save = (input: RuleInput) =>
    rule ? update.run({ ruleId: rule.ruleId, version: rule.version, ...input }) : create.run(input);
  return { save, busy: create.busy || update.busy, failure: create.failure ?? update.failure };
}

const FIELDS = ['name', 'priority', 'validFrom', 'validTo', 'conditions', 'action'];

/**
 * In a long form, fields with errors may be scrolled out of view, so their number is shown next to the buttons.
 */
function FormFailure({ failure }: { failure: CallFailure }) {
  if (!isShownByFields(failure, FIELDS)) return <Notice failure={failure} />;
  const { size } = new Set(failure.details.map(({ path }) => path));
  return (
    <p className="problem" role="alert">
      {size === 1 ? 'One field is invalid.' : `${size} fields are invalid.`} See above.
    </p>
  );
}

interface PartProps {
  draft: RuleDraft;
  failure: CallFailure | undefined;
  onChange: (changed: Partial<RuleDraft>) => void;
}

function RuleConditionFields(props: PartProps) {
  const nameOf = useNames(props.draft.lists.hotels ?? []);
  return <ConditionFields {...props} nameOf={nameOf} />;
}

/** The rule in words, as the list will show it. It stays visible while the form scrolls. */
function Sentence({ input, isReady }: { input: RuleInput; isReady: boolean }) {
  const nameOf = useNames(input.conditions?.hotels ?? []);
  const validity = validityWords(input);
  return (
    <p className="sentence" aria-live="polite">
      {isReady ? ruleSentence(input, nameOf) : 'Choose what the rule does.'}
      {isReady && validity && `, valid ${validity}`}
    </p>
  );
}

function OrderFields({ draft, failure, onChange }: PartProps) {
  return (
    <fieldset>
      <legend>Order and validity</legend>
      <div className="row pair">
        <TextField
          label="Priority"
          hint="Rules with a higher number come first."
          inputMode="numeric"
          autoComplete="off"
          value={draft.priority}
          problem={fieldError(failure, 'priority')}
          onChange={priority => onChange({ priority })}
        />
      </div>
      <div className="row pair">
        <DateTimeField
          label="Valid from"
          placeholder="No start"
          timePlaceholder="00:00"
          hint="In UTC."
          max={dateAndTime(draft.validTo)[0] || undefined}
          value={draft.validFrom}
          problem={fieldError(failure, 'validFrom')}
          onChange={validFrom => onChange({ validFrom })}
        />
        <DateTimeField
          label="Valid to"
          placeholder="No end"
          timePlaceholder="23:59"
          hint="In UTC, inclusive."
          min={dateAndTime(draft.validFrom)[0] || undefined}
          value={draft.validTo}
          problem={fieldError(failure, 'validTo')}
          onChange={validTo => onChange({ validTo })}
        />
      </div>
    </fieldset>
  );
}
