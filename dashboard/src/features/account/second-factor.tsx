import { Download, ShieldCheck } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { Card } from '../../components/card.tsx';
import { Copyable, CopyButton } from '../../components/code.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { CodeField, typedCode } from '../../components/people/code-field.tsx';
import { PasswordInput } from '../../components/people/password-fields.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useSession } from '../../lib/session-context.ts';

export type Account = NonNullable<Output<'account/show'>['account']>;

/** With fewer backup codes than this, people should make new ones. */
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
          Second factor{' '}
          <Badge tone={account.secondFactor ? 'good' : 'warn'}>{account.secondFactor ? 'On' : 'Off'}</Badge>
        </span>
      }
      className="narrow"
      hint="A code of an app on your phone, besides the password. A stolen password alone is then worth nothing."
    >
      {isMissing && (
        <Banner tone="warn" title={`${session.organisation.name} requires a second factor`}>
          Set it up to go on; until then the other pages stay closed.
        </Banner>
      )}
      {account.secondFactor ? (
        <>
          <p>{codesLeft(account.backupCodesLeft)}</p>
          <div className="row">
            <button type="button" onClick={() => setOpen('remove')}>
              Remove the second factor
            </button>
          </div>
        </>
      ) : (
        <div className="row">
          <button type="button" className="main" onClick={() => setOpen('set-up')}>
            <ShieldCheck size={16} aria-hidden /> Set up the second factor
          </button>
        </div>
      )}
      <SetUpFactorDialog open={open === 'set-up'} onClose={close} />
      <RemoveFactorDialog open={open === 'remove'} onClose={close} />
    </Card>
  );
}

function codesLeft(left: number): string {
  const words = left === 1 ? 'One backup code is left.' : `${left} backup codes are left.`;
  return left < FEW_CODES ? `${words} Remove the second factor and set it up again for new ones.` : words;
}

type Secret = Output<'second-factor/begin'>;

interface SetUpFactorDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Password, then the secret for the app, then its proof, then the backup codes: each step needs the one before. */
export function SetUpFactorDialog({ open, onClose }: SetUpFactorDialogProps) {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [hurried, setHurried] = useState(false);
  const outdate = useInvalidate();
  const close = () => {
    setSecret(undefined);
    setCodes(undefined);
    setHurried(false);
    // Only now: what stands around would change under the codes while they are read.
    if (codes !== undefined) void outdate(['account', 'session', 'members']);
    onClose();
  };
  const title = codes ? 'Your backup codes' : 'Set up the second factor';
  return (
    <Dialog open={open} title={title} onClose={codes ? () => setHurried(true) : close}>
      {codes ? (
        <BackupCodes codes={codes} hurried={hurried} onDone={close} />
      ) : secret ? (
        <ProveApp secret={secret} onProved={setCodes} onCancel={close} />
      ) : (
        <AskPassword onSecret={setSecret} onCancel={close} />
      )}
    </Dialog>
  );
}

function AskPassword({ onSecret, onCancel }: { onSecret: (secret: Secret) => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const begin = useAction('second-factor/begin', { changes: [], done: onSecret });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void begin.run({ password });
  };
  return (
    <form onSubmit={submit}>
      <p>You need an authenticator app on your phone: any that shows six-digit codes.</p>
      <Field label="Your password">
        {control => (
          <PasswordInput control={control} value={password} onChange={setPassword} kind="current" />
        )}
      </Field>
      {begin.failure && <Notice failure={begin.failure} />}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={begin.busy}>
          Continue
        </button>
      </div>
    </form>
  );
}

interface ProveAppProps {
  secret: Secret;
  onProved: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function ProveApp({ secret, onProved, onCancel }: ProveAppProps) {
  const [code, setCode] = useState('');
  const enable = useAction('second-factor/enable', {
    changes: [],
    done: ({ backupCodes }) => onProved(backupCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enable.run({ code: typedCode(code) });
  };
  return (
    <form onSubmit={submit}>
      <p>Scan this with the app, or type the secret into it.</p>
      <QrCode text={secret.uri} label="QR code with the secret for the authenticator app" />
      <Copyable text={secret.secret} label="Copy the secret" />
      <CodeField value={code} onChange={setCode} appOnly autoFocus />
      {enable.failure && <Notice failure={enable.failure} />}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={enable.busy || code === ''}>
          Turn it on
        </button>
      </div>
    </form>
  );
}

interface BackupCodesProps {
  codes: readonly string[];
  /** The person tried to leave before storing them. */
  hurried: boolean;
  onDone: () => void;
}

/** The only time these codes are seen; the way on opens when they are stored. */
export function BackupCodes({ codes, hurried, onDone }: BackupCodesProps) {
  const [stored, setStored] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="form">
      <p>
        The second factor is on. Each of these codes signs you in once if the phone is lost. They are shown
        only now.
      </p>
      <ul className="backup-codes" aria-label="Backup codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text} label="Copy the codes" />
        <button type="button" onClick={() => downloadText('serai-backup-codes.txt', `${text}\n`)}>
          <Download size={16} aria-hidden /> Download
        </button>
      </div>
      <label className="check">
        <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />I have
        stored them
      </label>
      {hurried && !stored && (
        <p className="problem" role="alert">
          Store the codes first: they cannot be shown again.
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

/** Modules of quiet around the code, without which cameras do not find it. */
const BORDER = 4;

interface QrCodeProps {
  text: string;
  label: string;
}

/** Dark on light in either theme: readers expect it so. */
export function QrCode({ text, label }: QrCodeProps) {
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

export function RemoveFactorDialog({ open, onClose }: RemoveFactorDialogProps) {
  return (
    <Dialog open={open} title="Remove the second factor?" onClose={onClose}>
      <RemoveForm onDone={onClose} />
    </Dialog>
  );
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { run, busy, failure } = useAction('second-factor/disable', {
    changes: ['account', 'session', 'members'],
    toast: 'The second factor is off.',
    done: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run({ password, code: typedCode(code) });
  };
  return (
    <form onSubmit={submit}>
      <p>The password alone is then enough to sign in, and the backup codes are worth nothing.</p>
      <Field label="Your password">
        {control => (
          <PasswordInput control={control} value={password} onChange={setPassword} kind="current" />
        )}
      </Field>
      <CodeField value={code} onChange={setCode} />
      {failure && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={onDone}>
          Keep it
        </button>
        <button type="submit" className="main bad" disabled={busy || code === ''}>
          Remove it
        </button>
      </div>
    </form>
  );
}
