import type { Role } from '@serai/contract/operator-operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { useState } from 'react';
import { goTo, pathOf } from '../../lib/address.ts';
import { type CallFailure, call, type Output, toFailure } from '../../lib/operator-client.ts';
import { CreateKeyForm } from './create-key-form.tsx';
import { type KeyDraft, toInput } from './key-draft.ts';
import { mayChangeKeys } from './may-change-keys.ts';
import { NewSecret } from './new-secret.tsx';

interface CreateKeyPageProps {
  environment: Environment;
  role: Role;
  interfaceUrl: string;
  onEnded: () => void;
}

/** First the form; then, once, the secret. The secret lives in this component alone and is gone when it is left. */
export function CreateKeyPage({ environment, role, interfaceUrl, onEnded }: CreateKeyPageProps) {
  const [made, setMade] = useState<Output<'keys/create'>>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const back = () => goTo(pathOf(environment, 'api-keys'));

  const create = async (draft: KeyDraft) => {
    setBusy(true);
    setFailure(undefined);
    try {
      setMade(await call('keys/create', toInput(draft, environment, Date.now())));
    } catch (thrown) {
      const failed = toFailure(thrown);
      if (failed.code === 'UNAUTHORIZED') onEnded();
      else setFailure(failed);
    }
    setBusy(false);
  };

  if (made) return <NewSecret made={made} interfaceUrl={interfaceUrl} onDone={back} />;
  return (
    <>
      <h1>Create {environment} key</h1>
      {mayChangeKeys(role, environment) ? (
        <CreateKeyForm
          environment={environment}
          busy={busy}
          failure={failure}
          onCreate={draft => void create(draft)}
          onCancel={back}
        />
      ) : (
        <p>
          Your role is {role}. {environment === 'production' ? 'An admin' : 'A developer'} can create{' '}
          {environment} keys.
        </p>
      )}
    </>
  );
}
