import type { EventType } from '@serai/contract/events.ts';
import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons, Optional, TextField } from '../../components/form.tsx';
import { useGo } from '../../components/link-to.tsx';
import { PartnerChoice } from '../../components/partners/partner-pickers.tsx';
import { useChosenPartner } from '../../components/partners/partners.tsx';
import { useProductionStepUp } from '../../components/people/step-up.tsx';
import { type CallFailure, fieldError, isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { ENVIRONMENT_NAMES, useEnvironment, useFilters } from '../../lib/url-state.ts';
import { type Endpoint, SUBSCRIBABLE, typesToSend } from './endpoint.ts';
import { NewSecret } from './endpoint-secret.tsx';

/** Shows the form, then the new secret once. */
export function AddEndpoint({ open, onClose }: { open: boolean; onClose: () => void }) {
  const environment = useEnvironment();
  const go = useGo();
  const stepUp = useProductionStepUp(environment);
  const [created, setCreated] = useState<{ endpointId: string; secret: string }>();
  const [showWarning, setShowWarning] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [{ partner }] = useFilters(['partner']);
  const partnerId = useChosenPartner(chosen ?? partner);
  const create = useAction('webhooks/create', {
    done: ({ endpoint, secret }) => setCreated({ endpointId: endpoint.endpointId, secret }),
  });
  const close = () => {
    create.clear();
    setCreated(undefined);
    setShowWarning(false);
    onClose();
    if (created) void go({ to: '/webhooks/$endpointId', params: { endpointId: created.endpointId } });
  };
  return (
    <Dialog
      open={open}
      title={created ? 'Endpoint added' : 'Add endpoint'}
      onClose={created ? () => setShowWarning(true) : close}
    >
      {created ? (
        <NewSecret secret={created.secret} showWarning={showWarning} onDone={close} />
      ) : (
        <>
          <PartnerChoice
            value={partnerId}
            onChange={setChosen}
            hint="The endpoint receives this partner’s events only."
          />
          <EndpointForm
            busy={create.busy}
            failure={create.failure}
            submitLabel="Add endpoint"
            onSubmit={async draft => {
              if (await stepUp())
                await create.run({ ...draft, environment, ...(partnerId && { partnerId }) });
            }}
            onCancel={close}
          />
        </>
      )}
    </Dialog>
  );
}

interface EditEndpointProps {
  endpoint: Endpoint;
  open: boolean;
  onClose: () => void;
}

export function EditEndpoint({ endpoint, open, onClose }: EditEndpointProps) {
  const { endpointId, environment } = endpoint;
  const stepUp = useProductionStepUp(environment);
  const update = useAction('webhooks/update', { toast: 'Endpoint updated.', done: onClose });
  const close = () => {
    update.clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Edit endpoint" onClose={close}>
      <EndpointForm
        endpoint={endpoint}
        busy={update.busy}
        failure={update.failure}
        submitLabel="Save"
        onSubmit={async draft => {
          if (await stepUp()) await update.run({ endpointId, ...draft });
        }}
        onCancel={close}
      />
    </Dialog>
  );
}

interface EndpointDraft {
  url: string;
  description: string | null;
  eventTypes: EventType[];
}

interface EndpointFormProps {
  /** Omitted for a new endpoint. */
  endpoint?: Endpoint;
  busy: boolean;
  failure: CallFailure | undefined;
  submitLabel: string;
  onSubmit: (draft: EndpointDraft) => void;
  onCancel: () => void;
}

const FIELDS = ['url', 'description', 'eventTypes'];

function EndpointForm(props: EndpointFormProps) {
  const { endpoint, busy, failure, submitLabel } = props;
  const environment = useEnvironment();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(
    new Set(endpoint?.eventTypes ?? SUBSCRIBABLE.map(({ type }) => type)),
  );
  const eventTypes = typesToSend(chosen, endpoint?.eventTypes);

  const submit = () => {
    const note = description.trim();
    props.onSubmit({ url: url.trim(), description: note === '' ? null : note, eventTypes });
  };

  return (
    <Form onSubmit={submit}>
      <TextField
        label="URL"
        hint={
          environment === 'production'
            ? 'A public HTTPS URL.'
            : 'A public HTTPS URL. Other targets must be listed in SERAI_WEBHOOK_ALLOWED_TARGETS.'
        }
        problem={fieldError(failure, 'url')}
        type="url"
        required
        value={url}
        placeholder="https://hooks.example.com/serai"
        onChange={setUrl}
      />
      <TextField
        label={<Optional>Description</Optional>}
        hint="A note for your team."
        problem={fieldError(failure, 'description')}
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
      <EventTypeChoice chosen={chosen} problem={fieldError(failure, 'eventTypes')} onChange={setChosen} />
      <p className="hint">
        Environment: {ENVIRONMENT_NAMES[endpoint?.environment ?? environment]}. The endpoint receives events
        from this environment only.
      </p>
      {failure && !isShownByFields(failure, FIELDS) && <Notice failure={failure} />}
      <FormButtons onCancel={props.onCancel} disabled={busy || eventTypes.length === 0}>
        {busy ? 'Saving…' : submitLabel}
      </FormButtons>
    </Form>
  );
}

interface EventTypeChoiceProps {
  chosen: ReadonlySet<EventType>;
  problem?: string | undefined;
  onChange: (chosen: ReadonlySet<EventType>) => void;
}

function EventTypeChoice({ chosen, problem, onChange }: EventTypeChoiceProps) {
  const toggle = (type: EventType) => {
    const next = new Set(chosen);
    if (!next.delete(type)) next.add(type);
    onChange(next);
  };
  const all = chosen.size >= SUBSCRIBABLE.length;
  return (
    <fieldset>
      <legend>Events</legend>
      <div className="row">
        <button
          type="button"
          onClick={() => onChange(new Set(all ? [] : SUBSCRIBABLE.map(({ type }) => type)))}
        >
          {all ? 'Select none' : 'Select all'}
        </button>
        <span className="hint">
          {chosen.size} of {SUBSCRIBABLE.length} selected. Test events are always sent.
        </span>
      </div>
      <div className="event-choices">
        {SUBSCRIBABLE.map(({ type, description }) => (
          <label key={type} className="check">
            <input type="checkbox" checked={chosen.has(type)} onChange={() => toggle(type)} />
            <span>
              <code>{type}</code>
              <small>{description}</small>
            </span>
          </label>
        ))}
      </div>
      {problem && <span className="problem">{problem}</span>}
    </fieldset>
  );
}
