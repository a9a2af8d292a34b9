import type { Environment } from '@serai/contract/shared/answer.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { useGo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerChoice } from '../../components/partners/partner-pickers.tsx';
import { type Partner, useChosenPartner, usePartner } from '../../components/partners/partners.tsx';
import { isShownByFields } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useSession } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useEnvironment, useFilters } from '../../lib/url-state.ts';
import { useKeyRights } from './api-key.tsx';
import {
  addressProblem,
  defaultExpiry,
  emptyDraft,
  type KeyDraft,
  lacksLastDay,
  toCreateInput,
} from './key-draft.ts';
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
  const { mayChange } = useKeyRights(environment);
  const [{ partner: given }, setFilters] = useFilters(['partner']);
  const partnerId = useChosenPartner(given);
  const partner = usePartner(partnerId);
  return (
    <div className="stack narrow">
      <EnvironmentChoice environment={environment} />
      {mayChange ? (
        <>
          <PartnerChoice
            value={partnerId}
            onChange={id => setFilters({ partner: id })}
            hint="The company that will use the key. It sees only its own bookings."
          />
          {partnerId !== undefined && (
            <Loaded from={partner}>
              {rules => (
                <KeyForm
                  key={rules.partnerId}
                  environment={environment}
                  partner={rules}
                  onCreated={onCreated}
                />
              )}
            </Loaded>
          )}
        </>
      ) : (
        <Empty title={`Your role (${session.role}) cannot create ${environment} keys`}>
          Ask {environment === 'production' ? 'an admin' : 'a developer or admin'} of your company to create
          one for you.
        </Empty>
      )}
    </div>
  );
}

function KeyForm({ environment, partner, onCreated }: CreateKeyFormProps & { partner: Partner }) {
  const { stepUp } = useKeyRights(environment);
  const go = useGo();
  const [draft, setDraft] = useState<KeyDraft>(() => ({
    ...emptyDraft(partner.ceilings, partner.currency),
    expiry: defaultExpiry(partner.maxKeyLifetimeDays),
  }));
  const create = useAction('keys/create', { changes: ['keys', 'security'], done: onCreated });
  const lacksScopes = draft.scopes.length === 0;
  const isReady = !lacksScopes && !lacksLastDay(draft) && addressProblem(draft.addresses) === undefined;
  const { partnerId } = partner;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await stepUp()) await create.run({ partnerId, ...toCreateInput(draft, environment, Date.now()) });
  };

  return (
    <form onSubmit={event => void submit(event)}>
      <Card className="form-card">
        <KeyFields
          draft={draft}
          onChange={changed => setDraft(before => ({ ...before, ...changed }))}
          failure={create.failure}
          expiresAt={undefined}
          rules={partner}
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
    </form>
  );
}

const ENVIRONMENT_HINTS: Record<Environment, string> = {
  sandbox: 'Test hotels. Bookings are free.',
  production: 'Real hotels. Bookings are charged.',
};

/** Changes the environment in the URL, so that the page colour matches the key. */
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
