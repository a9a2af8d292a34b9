import type { Environment } from '@serai/contract/shared/answer.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { Form } from '../../components/form.tsx';
import { useGo } from '../../components/link-to.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useSession } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';
import { useKeyRights } from './api-key.tsx';
import { addressProblem, defaultExpiry, emptyDraft, type KeyDraft, toCreateInput } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import { FirstRequestStatus, NewSecret, useOneTimeSecret } from './new-secret.tsx';
import '../../styles/api-keys.css';

const LIST = { to: '/settings/api-keys' };
const FIELDS = ['name', 'scopes', 'allowedAddresses', 'limits', 'expiresAt'];

/** Shows the form, then the new secret once. */
export function CreateKeyPage() {
  const environment = useEnvironment();
  const { created, show, drop } = useOneTimeSecret(environment);
  const go = useGo();
  const onDone = () => {
    drop();
    void go({ to: '/settings/api-keys/$keyId', params: { keyId: created?.key.keyId ?? '' }, replace: true });
  };
  if (created) {
    return (
      <NewSecret created={created} title={`${created.key.name} is ready`} onDone={onDone}>
        <FirstRequestStatus apiKey={created.key} />
      </NewSecret>
    );
  }
  return (
    <>
      <PageHead
        title="Create API key"
        lead="Create one key per application, so that you can limit, monitor and revoke each one separately."
        back={{ ...LIST, label: 'API keys' }}
      />
      <CreateKeyForm environment={environment} onCreated={show} />
    </>
  );
}

interface CreateKeyFormProps {
  environment: Environment;
  onCreated: ReturnType<typeof useOneTimeSecret>['show'];
}

function CreateKeyForm({ environment, onCreated }: CreateKeyFormProps) {
  const { session } = useSession();
  const { mayChange, stepUp } = useKeyRights(environment);
  const go = useGo();
  const [draft, setDraft] = useState<KeyDraft>(() => ({
    ...emptyDraft(session.organisation.ceilings),
    expiry: defaultExpiry(session.organisation.maxKeyLifetimeDays),
  }));
  const create = useAction('keys/create', { changes: ['keys', 'security'], done: onCreated });
  const lacksScopes = draft.scopes.length === 0;
  const isReady = !lacksScopes && addressProblem(draft.addresses) === undefined;

  const submit = async () => {
    if (await stepUp()) await create.run(toCreateInput(draft, environment, Date.now()));
  };

  return (
    <Form className="stack narrow" onSubmit={submit}>
      <EnvironmentChoice environment={environment} />
      {mayChange ? (
        <Card className="form-card">
          <KeyFields
            draft={draft}
            onChange={changed => setDraft(before => ({ ...before, ...changed }))}
            failure={create.failure}
            expiresAt={undefined}
          />
          {create.failure && !isShownByFields(create.failure, FIELDS) && <Notice failure={create.failure} />}
          <div className="row">
            <button type="submit" className="main" disabled={create.busy || !isReady}>
              {create.busy ? 'Creating…' : `Create ${environment} key`}
            </button>
            <button type="button" onClick={() => go(LIST)}>
              Cancel
            </button>
            {lacksScopes && <span className="hint">Choose at least one scope.</span>}
          </div>
        </Card>
      ) : (
        <Empty title={`Your role (${session.role}) cannot create ${environment} keys`}>
          Ask {environment === 'production' ? 'an admin or owner' : 'a developer, admin or owner'} of your
          organisation to create one for you.
        </Empty>
      )}
    </Form>
  );
}

const ENVIRONMENT_HINTS: Record<Environment, string> = {
  sandbox: 'Test hotels. Bookings are free.',
  production: 'Real hotels. Bookings are charged.',
};

/** Also changes the environment in the URL, so that the page colour matches the key. */
function EnvironmentChoice({ environment }: { environment: Environment }) {
  const navigate = useNavigate();
  const choose = (chosen: Environment) =>
    void navigate({
      to: '/$environment/settings/api-keys/new' as '/',
      params: { environment: chosen } as never,
      replace: true,
    });
  return (
    <fieldset>
      <legend>Environment</legend>
      <div className="environment-choice">
        {(['sandbox', 'production'] as const).map(each => (
          <label key={each} data-environment={each}>
            <input
              type="radio"
              name="environment"
              checked={environment === each}
              onChange={() => choose(each)}
            />
            <span>
              <strong>{ENVIRONMENT_NAMES[each]}</strong>
              <small>{ENVIRONMENT_HINTS[each]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
