import type { EventType } from '@serai/contract/events.ts';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../../components/feedback.tsx';
import { Field } from '../../../components/field.tsx';
import { type CallFailure, fieldError, isShownByFields } from '../../../lib/calls/operator-client.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../../lib/url-state.ts';
import { CHOOSABLE, type Endpoint, typesToSend } from '../parts/endpoint.ts';
import { EventTypeChoice } from '../parts/event-type-choice.tsx';

export interface EndpointDraft {
  url: string;
  description: string | null;
  eventTypes: EventType[];
}

interface EndpointFormProps {
  /** Absent for a new one. */
  endpoint?: Endpoint;
  busy: boolean;
  failure: CallFailure | undefined;
  submitLabel: string;
  onSubmit: (draft: EndpointDraft) => void;
  onCancel: () => void;
}

const FIELDS = ['url', 'description', 'eventTypes'];

export function EndpointForm(props: EndpointFormProps) {
  const { endpoint, busy, failure, submitLabel } = props;
  const environment = useEnvironment();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(
    new Set(endpoint?.eventTypes ?? CHOOSABLE.map(({ type }) => type)),
  );
  const eventTypes = typesToSend(chosen, endpoint?.eventTypes);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const note = description.trim();
    props.onSubmit({ url: url.trim(), description: note === '' ? null : note, eventTypes });
  };

  return (
    <form onSubmit={submit}>
      <Field
        label="Address"
        hint={
          environment === 'production'
            ? 'https, on a public address.'
            : 'https, on a public address; others only where the setting SERAI_WEBHOOK_ALLOWED_TARGETS lists them.'
        }
        problem={fieldError(failure, 'url')}
      >
        {control => (
          <input
            {...control}
            type="url"
            required
            value={url}
            placeholder="https://hooks.example.com/serai"
            onChange={event => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label="Description" hint="A note for people." problem={fieldError(failure, 'description')}>
        {control => (
          <input
            {...control}
            maxLength={200}
            value={description}
            onChange={event => setDescription(event.target.value)}
          />
        )}
      </Field>
      <EventTypeChoice chosen={chosen} problem={fieldError(failure, 'eventTypes')} onChange={setChosen} />
      <p className="hint">
        Environment: {ENVIRONMENT_NAMES[endpoint?.environment ?? environment]}. Events of the other never come
        here.
      </p>
      {failure && !isShownByFields(failure, FIELDS) && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={busy || eventTypes.length === 0}>
          {busy ? 'Working …' : submitLabel}
        </button>
      </div>
    </form>
  );
}
