/** The dialog behind `useConfirmed`: asks for the password or a code when the last proof is too old. */
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { useAction } from '../../lib/calls/use-action.ts';
import { useSession } from '../../lib/session-context.ts';
import { ConfirmContext } from '../../lib/use-confirmed.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { Field } from '../field.tsx';
import { useGo } from '../link-to.tsx';
import { Notice } from '../notice.tsx';
import { CodeField, typedCode } from './code-field.tsx';
import { PasswordInput } from './password-input.tsx';

/** So much of the proof must be left that the work itself still falls into it. */
const MARGIN_MS = 30_000;

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const [asking, setAsking] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const { method, confirmedUntil } = session;

  const confirm = useCallback(async () => {
    if (method === 'operator-token' || isFresh(confirmedUntil)) return true;
    setAsking(true);
    return new Promise<boolean>(resolve => {
      answer.current?.(false);
      answer.current = resolve;
    });
  }, [method, confirmedUntil]);

  const settle = (confirmed: boolean) => {
    setAsking(false);
    answer.current?.(confirmed);
    answer.current = undefined;
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Dialog open={asking} title="Confirm that it is you" onClose={() => settle(false)}>
        {session.memberId === null ? (
          <NoProof onClose={() => settle(false)} />
        ) : (
          <ProofForm hasFactor={session.secondFactor} onSettled={settle} />
        )}
      </Dialog>
    </ConfirmContext>
  );
}

function isFresh(until: string | null): boolean {
  return until !== null && Date.parse(until) - MARGIN_MS > Date.now();
}

interface ProofFormProps {
  hasFactor: boolean;
  onSettled: (confirmed: boolean) => void;
}

function ProofForm({ hasFactor, onSettled }: ProofFormProps) {
  const [by, setBy] = useState<'code' | 'password'>(hasFactor ? 'code' : 'password');
  const [typed, setTyped] = useState('');
  const { run, busy, failure, clear } = useAction('session/confirm', { done: () => onSettled(true) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(by === 'code' ? { code: typedCode(typed) } : { password: typed });
  };
  const swap = () => {
    setBy(by === 'code' ? 'password' : 'code');
    setTyped('');
    clear();
  };
  return (
    <form onSubmit={submit}>
      <p>What you are about to do needs a fresh proof. It counts for ten minutes.</p>
      {by === 'code' ? (
        <CodeField value={typed} onChange={setTyped} autoFocus />
      ) : (
        <Field label="Your password">
          {control => <PasswordInput control={control} value={typed} onChange={setTyped} kind="current" />}
        </Field>
      )}
      {hasFactor && (
        <button type="button" className="link" onClick={swap}>
          {by === 'code' ? 'Use your password instead' : 'Use your authenticator app instead'}
        </button>
      )}
      {failure && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={() => onSettled(false)}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={busy || typed === ''}>
          Confirm
        </button>
      </div>
    </form>
  );
}

/** A one-time link proves itself for ten minutes and has nothing to prove more with. */
function NoProof({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const createAccount = () => {
    onClose();
    void go({ to: '/settings/account' });
  };
  return (
    <>
      <p>
        You are here by a one-time link, which counts as proof for its first ten minutes. To go on, create
        your account, or sign in with a new link: <code>npx serai sign-in</code>
      </p>
      <div className="row end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="main" onClick={createAccount}>
          Create your account
        </button>
      </div>
    </>
  );
}
