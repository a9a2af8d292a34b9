import { Download, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { Card } from '../../components/card.tsx';
import { Copyable } from '../../components/code.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { CodeField, typedCode } from '../../components/people/code-field.tsx';
import { PasswordField } from '../../components/people/password-fields.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useSession } from '../../lib/session-context.ts';

export type Account = NonNullable<Output<'account/show'>['account']>;

/** If fewer backup codes are left, the user should create new ones. */
const FEW_CODES = 3;

export function SecondFactorCard({ account }: { account: Account }) {
  const { session } = useSession();
  const [open, setOpen] = useState<'set-up' | 'remove'>();
  const close = () => setOpen(undefined);
  const isMissing = session.organisation.requireSecondFactor && !account.secondFactor;
  return (
    <Card
      title={
        <span className="with-icon">
          Two-factor sign-in{' '}
          <Badge tone={account.secondFactor ? 'good' : 'warn'}>{account.secondFactor ? 'On' : 'Off'}</Badge>
        </span>
      }
      className="narrow"
      hint="Asks for a code from your phone as well as your password, so a stolen password is not enough to sign in."
    >
      {isMissing && (
        <Banner
          tone="warn"
          title={`${session.partner?.name ?? session.operatorName} requires two-factor sign-in`}
        >
          Set it up to continue. Until then you cannot use the other pages.
        </Banner>
      )}
      {account.secondFactor ? (
        <>
          <p>{codesLeft(account.backupCodesLeft)}</p>
          <div className="row">
            <button type="button" onClick={() => setOpen('remove')}>
              Turn off two-factor sign-in
            </button>
          </div>
        </>
      ) : (
        <div className="row">
          <button type="button" className="main" onClick={() => setOpen('set-up')}>
            <ShieldCheck size={16} aria-hidden /> Set up two-factor sign-in
          </button>
        </div>
      )}
      <SetUpFactorDialog open={open === 'set-up'} onClose={close} />
      <RemoveFactorDialog open={open === 'remove'} onClose={close} />
    </Card>
  );
}

function codesLeft(left: number): string {
  const text = left === 1 ? '1 backup code is left.' : `${left} backup codes are left.`;
  return left < FEW_CODES
    ? `${text} To get new ones, turn off two-factor sign-in and set it up again.`
    : text;
}

type Secret = Output<'second-factor/begin'>;

interface SetUpFactorDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Guides the user through the setup: password, secret for the app, first code, backup codes. */
function SetUpFactorDialog({ open, onClose }: SetUpFactorDialogProps) {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [showWarning, setShowWarning] = useState(false);
  const invalidate = useInvalidate();
  const close = () => {
    setSecret(undefined);
    setCodes(undefined);
    setShowWarning(false);
    // An earlier refresh would remove the codes while the user is reading them.
    if (codes !== undefined) void invalidate(['account', 'session', 'members']);
    onClose();
  };
  const title = codes ? 'Your backup codes' : 'Set up two-factor sign-in';
  return (
    <Dialog open={open} title={title} onClose={codes ? () => setShowWarning(true) : close}>
      {codes ? (
        <BackupCodes codes={codes} showWarning={showWarning} onDone={close} />
      ) : secret ? (
        <VerifyApp secret={secret} onVerified={setCodes} onCancel={close} />
      ) : (
        <AskPassword onSecret={setSecret} onCancel={close} />
      )}
    </Dialog>
  );
}

function AskPassword({ onSecret, onCancel }: { onSecret: (secret: Secret) => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const begin = useAction('second-factor/begin', { changes: [], done: onSecret });
  return (
    <Form onSubmit={() => begin.run({ password })}>
      <p>You need an authenticator app on your phone that shows six-digit codes.</p>
      <PasswordField label="Your password" value={password} onChange={setPassword} kind="current" />
      {begin.failure && <Notice failure={begin.failure} />}
      <FormButtons onCancel={onCancel} disabled={begin.busy}>
        Continue
      </FormButtons>
    </Form>
  );
}

interface VerifyAppProps {
  secret: Secret;
  onVerified: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function VerifyApp({ secret, onVerified, onCancel }: VerifyAppProps) {
  const [code, setCode] = useState('');
  const enable = useAction('second-factor/enable', {
    changes: [],
    done: ({ backupCodes }) => onVerified(backupCodes),
  });
  const submit = () => enable.run({ code: typedCode(code) });
  return (
    <Form onSubmit={submit}>
      <p>Scan this code with the app, or enter the secret.</p>
      <QrCode text={secret.uri} label="QR code with the secret for the authenticator app" />
      <Copyable text={secret.secret} label="Copy secret" />
      <CodeField value={code} onChange={setCode} appOnly autoFocus />
      {enable.failure && <Notice failure={enable.failure} />}
      <FormButtons onCancel={onCancel} disabled={enable.busy || code === ''}>
        Turn on
      </FormButtons>
    </Form>
  );
}

interface BackupCodesProps {
  codes: readonly string[];
  /** True if the user has tried to close the dialog before storing the codes. */
  showWarning: boolean;
  onDone: () => void;
}

/** Shows the backup codes once. The user can continue after confirming that the codes are stored. */
function BackupCodes({ codes, showWarning, onDone }: BackupCodesProps) {
  const [stored, setStored] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="form">
      <p>
        Two-factor sign-in is on. If you lose your phone, each of these codes lets you sign in once. Copy them
        now. You won’t see them again.
      </p>
      <ul className="backup-codes" aria-label="Backup codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text} label="Copy codes" />
        <button type="button" onClick={() => downloadText('serai-backup-codes.txt', `${text}\n`)}>
          <Download size={16} aria-hidden /> Download
        </button>
      </div>
      <label className="check">
        <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />I have
        stored the codes
      </label>
      {showWarning && !stored && (
        <p className="problem" role="alert">
          Store the codes first.
        </p>
      )}
      <div className="row end">
        <button type="button" className="main" disabled={!stored} onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}

/** Width of the quiet zone in modules. Scanners need it to find the code. */
const BORDER = 4;

interface QrCodeProps {
  text: string;
  label: string;
}

/** The code is dark on light in both themes, as scanners expect. */
function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path} />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' });
  const cells = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: cells.join('') };
}

interface RemoveFactorDialogProps {
  open: boolean;
  onClose: () => void;
}

function RemoveFactorDialog({ open, onClose }: RemoveFactorDialogProps) {
  return (
    <Dialog open={open} title="Turn off two-factor sign-in?" onClose={onClose}>
      <RemoveForm onDone={onClose} />
    </Dialog>
  );
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { run, busy, failure } = useAction('second-factor/disable', {
    changes: ['account', 'session', 'members'],
    toast: 'Two-factor sign-in is off.',
    done: onDone,
  });
  const submit = () => run({ password, code: typedCode(code) });
  return (
    <Form onSubmit={submit}>
      <p>You will then sign in with your password only, and your backup codes stop working.</p>
      <PasswordField label="Your password" value={password} onChange={setPassword} kind="current" />
      <CodeField value={code} onChange={setCode} />
      {failure && <Notice failure={failure} />}
      <FormButtons onCancel={onDone} disabled={busy || code === ''} danger>
        Turn off
      </FormButtons>
    </Form>
  );
}
