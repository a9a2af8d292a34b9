/** Step-up: asks for the password or a second-factor code before a sensitive action. The server enforces it. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { useAction } from '../../lib/calls/use-action.ts';
import { useSession } from '../../lib/session-context.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Notice } from '../feedback.tsx';
import { Form, FormButtons } from '../form.tsx';
import { useGo } from '../link-to.tsx';
import { CodeField, typedCode } from './code-field.tsx';
import { PasswordField } from './password-fields.tsx';

/** Asks the user to confirm again if the last confirmation has expired. Resolves to true if the user has confirmed. */
type Confirm = () => Promise<boolean>;

const StepUpContext = createContext<Confirm>(async () => true);

export function useStepUp(): Confirm {
  return use(StepUpContext);
}

/** Requires a step-up in production only. Resolves to true if the action may continue. */
export function useProductionStepUp(environment: Environment): Confirm {
  const confirm = useStepUp();
  return async () => environment === 'sandbox' || confirm();
}

/** The last confirmation must be valid for at least this time, so that it does not expire before the action. */
const MARGIN_MS = 30_000;

export function StepUpProvider({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const [asking, setAsking] = useState(false);
  const resolver = useRef<(confirmed: boolean) => void>(undefined);
  const { method, confirmedUntil } = session;

  const confirm = useCallback(async () => {
    if (method === 'operator-token' || isFresh(confirmedUntil)) return true;
    setAsking(true);
    return new Promise<boolean>(resolve => {
      resolver.current?.(false);
      resolver.current = resolve;
    });
  }, [method, confirmedUntil]);

  const settle = (confirmed: boolean) => {
    setAsking(false);
    resolver.current?.(confirmed);
    resolver.current = undefined;
  };

  return (
    <StepUpContext value={confirm}>
      {children}
      <Dialog open={asking} title="Confirm it’s you" onClose={() => settle(false)}>
        {session.memberId === null ? (
          <CannotStepUp onClose={() => settle(false)} />
        ) : (
          <StepUpForm hasFactor={session.secondFactor} onSettled={settle} />
        )}
      </Dialog>
    </StepUpContext>
  );
}

function isFresh(until: string | null): boolean {
  return until !== null && Date.parse(until) - MARGIN_MS > Date.now();
}

interface StepUpFormProps {
  hasFactor: boolean;
  onSettled: (confirmed: boolean) => void;
}

function StepUpForm({ hasFactor, onSettled }: StepUpFormProps) {
  const [by, setBy] = useState<'code' | 'password'>(hasFactor ? 'code' : 'password');
  const [typed, setTyped] = useState('');
  const { run, busy, failure, clear } = useAction('session/confirm', { done: () => onSettled(true) });
  const swap = () => {
    setBy(by === 'code' ? 'password' : 'code');
    setTyped('');
    clear();
  };
  return (
    <Form onSubmit={() => run(by === 'code' ? { code: typedCode(typed) } : { password: typed })}>
      <p>Confirm your identity to continue. The confirmation is valid for ten minutes.</p>
      {by === 'code' ? (
        <CodeField value={typed} onChange={setTyped} autoFocus />
      ) : (
        <PasswordField label="Your password" value={typed} onChange={setTyped} kind="current" />
      )}
      {hasFactor && (
        <button type="button" className="link" onClick={swap}>
          {by === 'code' ? 'Use your password instead' : 'Use your authenticator app instead'}
        </button>
      )}
      {failure && <Notice failure={failure} />}
      <FormButtons onCancel={() => onSettled(false)} disabled={busy || typed === ''}>
        Confirm
      </FormButtons>
    </Form>
  );
}

/** A session from a one-time link is confirmed for its first ten minutes and cannot be confirmed again. */
function CannotStepUp({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const createAccount = () => {
    onClose();
    void go({ to: '/settings/account' });
  };
  return (
    <>
      <p>
        You signed in with a one-time link, which allows this action for ten minutes only. To continue, create
        your account, or get a new link with <code>npx serai sign-in</code>.
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
