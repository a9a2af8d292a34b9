import type { Environment } from '@serai/contract/shared/answer.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { useGo } from '../../components/link-to.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { isSaidBeside } from '../../lib/calls/problem-of.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useSession } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/use-environment.ts';
import { firstExpiry } from './form/expiry-choices.ts';
import { addressProblem, emptyDraft, type KeyDraft, toInput } from './form/key-draft.ts';
import { KeyFields } from './form/key-fields.tsx';
import { useKeyRights } from './parts/use-key-rights.ts';
import { FirstUse } from './secret/first-use.tsx';
import { NewSecret } from './secret/new-secret.tsx';
import { useSecretOnce } from './secret/use-secret-once.ts';
import '../../styles/api-keys.css';

const LIST = { to: '/settings/api-keys' };
const MEMBERS = ['name', 'scopes', 'allowedAddresses', 'limits', 'expiresAt'];

/** First the form; then, once, the secret. */
export function CreateKeyPage() {
  const environment = useEnvironment();
  const { made, show, drop } = useSecretOnce(environment);
  const go = useGo();
  const onDone = () => {
    drop();
    void go({ to: '/settings/api-keys/$keyId', params: { keyId: made?.key.keyId ?? '' }, replace: true });
  };
  if (made) {
    return (
      <NewSecret made={made} title={`${made.key.name} is ready`} onDone={onDone}>
        <FirstUse apiKey={made.key} />
      </NewSecret>
    );
  }
  return (
    <>
      <PageHead
        title="Create API key"
        lead="One key for each program: it can then be limited, watched and revoked alone."
        back={{ ...LIST, label: 'API keys' }}
      />
      <CreateKeyForm environment={environment} onMade={show} />
    </>
  );
}

interface CreateKeyFormProps {
  environment: Environment;
  onMade: ReturnType<typeof useSecretOnce>['show'];
}

function CreateKeyForm({ environment, onMade }: CreateKeyFormProps) {
  const { session } = useSession();
  const { mayChange, prove } = useKeyRights(environment);
  const go = useGo();
  const [draft, setDraft] = useState<KeyDraft>(() => ({
    ...emptyDraft(session.organisation.ceilings),
    expiry: firstExpiry(session.organisation.maxKeyLifetimeDays),
  }));
  const create = useAction('keys/create', { changes: ['keys', 'security'], done: onMade });
  const lacksScopes = draft.scopes.length === 0;
  const isReady = !lacksScopes && addressProblem(draft.addresses) === undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await prove()) await create.run(toInput(draft, environment, Date.now()));
  };

  return (
    <form className="stack narrow" onSubmit={event => void submit(event)}>
      <EnvironmentChoice environment={environment} />
      {mayChange ? (
        <Card className="form-card">
          <KeyFields
            draft={draft}
            onChange={changed => setDraft(before => ({ ...before, ...changed }))}
            failure={create.failure}
            expiresAt={undefined}
          />
          {create.failure && !isSaidBeside(create.failure, MEMBERS) && <Notice failure={create.failure} />}
          <div className="row">
            <button type="submit" className="main" disabled={create.busy || !isReady}>
              {create.busy ? 'Creating …' : `Create ${environment} key`}
            </button>
            <button type="button" onClick={() => go(LIST)}>
              Cancel
            </button>
            {lacksScopes && <span className="hint">Choose at least one scope first.</span>}
          </div>
        </Card>
      ) : (
        <Empty title={`Your role, ${session.role}, makes no ${environment} keys`}>
          {environment === 'production' ? 'An admin or owner' : 'A developer, admin or owner'} of the
          organisation can create one for you.
        </Empty>
      )}
    </form>
  );
}

const WORDS: Record<Environment, string> = {
  sandbox: 'Test hotels and bookings that cost nothing.',
  production: 'Real hotels, real bookings, real money.',
};

/** The environment is part of the address, so that the colour of the page is that of the key. */
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
              <small>{WORDS[each]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
