import { type ReactNode, useState } from 'react';
import { useConfirmedSave } from '../../components/dialogs/confirmed-save.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form } from '../../components/form.tsx';
import { SaveBar } from '../../components/save-bar.tsx';
import { type CallFailure, isShownByFields } from '../../lib/calls/operator-client.ts';
import { type ChangedSettings, changedSettings } from '../../lib/forms/changed-fields.ts';
import { type Settings, settingEffects } from '../../lib/forms/setting-effects.ts';
import '../../styles/form-sections.css';

interface SettingsFormProps<Values extends Settings & { company: object }> {
  /** What the form would save now. Undefined while a field has a problem. */
  values: Values | undefined;
  /** What the form was opened with. */
  stored: Values;
  /** Fields that show their own errors. */
  fields: readonly string[];
  mayEdit: boolean;
  /** Shows the stored values again. */
  onDiscard: () => void;
  /** Saves the changed fields. Returns undefined if that failed. */
  onSave: (changed: ChangedSettings<Values>) => Promise<unknown>;
  /** Further effects that the user must confirm. */
  effects?: readonly string[];
  busy: boolean;
  failure: CallFailure | undefined;
  children: ReactNode;
}

/** Sends only what the user has changed, and asks before settings lock people out, erase data or send emails. */
export function SettingsForm<Values extends Settings & { company: object }>(
  props: SettingsFormProps<Values>,
) {
  const { values, stored, fields, mayEdit, onDiscard, onSave, effects = [], busy, failure, children } = props;
  const [opened, setOpened] = useState(stored);
  const { confirm, dialog } = useConfirmedSave();
  // A field with a problem was changed.
  const isChanged = values === undefined || Object.keys(changedSettings(values, opened)).length > 0;
  const submit = () => {
    if (values === undefined) return;
    const changed = changedSettings(values, opened);
    confirm([...settingEffects(values, opened), ...effects], async () => {
      if (await onSave(changed)) setOpened(values);
    });
  };
  // Someone else may have saved other values since the form was opened.
  const discard = () => {
    onDiscard();
    setOpened(stored);
  };
  return (
    <>
      <Form className="settings-form" onSubmit={submit}>
        {children}
        {failure && !isShownByFields(failure, fields) && <Notice failure={failure} />}
        {mayEdit && (
          <SaveBar isChanged={isChanged} onDiscard={discard}>
            <button type="submit" className="main" disabled={busy}>
              {busy ? 'Saving…' : 'Save'}
            </button>
          </SaveBar>
        )}
      </Form>
      {dialog}
    </>
  );
}
