import { Mail, Paperclip } from 'lucide-react';
import { Fragment, useState } from 'react';
import { SentMails } from '../../components/billing/statement-sent.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Form, FormButtons, TextField } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { monthName } from '../../lib/format/month.ts';
import { showToast } from '../../lib/toasts.tsx';
import { type MailBlock, mailBlocks } from './mail-blocks.ts';
import { neverSentText } from './mail-plan-texts.ts';
import { mayRemind, statementMail } from './statement-mail.ts';

type Shown = Pick<Output<'statements/show'>, 'statement' | 'recipient' | 'canSend'>;

/** For closed statements. `isNext`: the partner must receive the statement before anything else. */
export function SendStatement({ shown, isNext }: { shown: Shown; isNext: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" {...(isNext && { className: 'main' })} onClick={() => setOpen(true)}>
        <Mail size={16} aria-hidden /> Send by email
      </button>
      {isOpen && <SendDialog shown={shown} onClose={close} />}
    </>
  );
}

function SendDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { statement } = shown;
  const canRemind = mayRemind(statement);
  // Once the partner has the statement, an overdue one is sent again as a reminder.
  const [kind, setKind] = useState<Kind>(canRemind && statement.sent !== null ? 'REMINDER' : 'STATEMENT');
  return (
    <Dialog open title={dialogTitle(shown, kind)} onClose={onClose}>
      {canRemind && shown.canSend && (
        <Segmented label="Email" options={KINDS} value={kind} onChange={setKind} />
      )}
      <SendBody shown={shown} kind={kind} onClose={onClose} />
    </Dialog>
  );
}

/** A reminder can ask for several months, so its title names none. */
function dialogTitle({ statement, recipient, canSend }: Shown, kind: Kind): string {
  if (!canSend) return 'Email is off';
  return kind === 'REMINDER'
    ? `Send payment reminder to ${recipient.name}`
    : `Send ${monthName(statement.month)} statement to ${recipient.name}`;
}

const KINDS = [
  ['STATEMENT', 'Statement'],
  ['REMINDER', 'Payment reminder'],
] as const;
type Kind = (typeof KINDS)[number][0];

interface SendBodyProps {
  shown: Shown;
  kind: Kind;
  onClose: () => void;
}

/** The content of a dialog that sends a statement. */
export function SendBody(props: SendBodyProps) {
  return props.shown.canSend ? <SendForm {...props} /> : <EmailIsOff {...props} />;
}

function SendForm({ shown: { statement, recipient }, kind, onClose }: SendBodyProps) {
  const { partnerId, environment, month, sent, reminded } = statement;
  const [to, setTo] = useState(recipient.billingEmail ?? '');
  const send = useAction('statements/send', {
    done: ({ isNew }) => {
      const what = kind === 'REMINDER' ? 'Reminder' : 'Statement';
      showToast(
        isNew
          ? `${what} is being sent to ${to.trim()}.`
          : `${what} already sent to ${to.trim()} a few minutes ago. It is not sent again.`,
      );
      onClose();
    },
  });
  const { failure } = send;
  return (
    <Form onSubmit={() => send.run({ partnerId, environment, month, kind, to: to.trim() })}>
      <TextField
        label="To"
        type="email"
        autoComplete="off"
        hint={recipient.billingEmail === null && 'The partner has no billing email.'}
        value={to}
        problem={fieldError(failure, 'to')}
        onChange={setTo}
      />
      {(sent !== null || reminded !== null) && (
        <div className="hint">
          <SentMails statement={statement} />
        </div>
      )}
      <MailPreview key={kind} kind={kind} statement={statement} />
      {failure && !isShownByFields(failure, ['to']) && <Notice failure={failure} />}
      <FormButtons onCancel={onClose} disabled={send.busy || to.trim() === ''}>
        {kind === 'REMINDER' ? 'Send reminder' : 'Send statement'}
      </FormButtons>
    </Form>
  );
}

/** The email as the server would send it now. */
function MailPreview({ kind, statement }: { kind: Kind; statement: Shown['statement'] }) {
  const { partnerId, environment, month } = statement;
  const preview = useCall('statements/preview', { partnerId, environment, month, kind });
  return (
    <Loaded from={preview} rows={6}>
      {({ subject, text, attachments, statements }) => (
        <>
          {kind === 'REMINDER' && <NeverSent statements={statements} />}
          <div className="mail-preview">
            <p>
              <strong>{subject}</strong>
            </p>
            <ul aria-label="Attachments">
              {attachments.map(name => (
                <li key={name} className="hint">
                  <Paperclip size={14} aria-hidden /> {name}
                </li>
              ))}
            </ul>
            <section aria-label="Email preview">
              {mailBlocks(text).map(block => (
                <Block key={block.text} block={block} />
              ))}
            </section>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Block({ block: { text, rows } }: { block: MailBlock }) {
  const [head, ...body] = rows ?? [];
  if (head === undefined) return <p>{text}</p>;
  return (
    <table>
      <thead>
        <tr>
          {head.map(cell => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map(cells => (
          <tr key={cells[0]}>
            {cells.map(cell => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A partner that has never got a statement does not know what it is asked to pay. */
function NeverSent({ statements }: Pick<Output<'statements/preview'>, 'statements'>) {
  const unknown = statements.filter(({ wasSent }) => !wasSent);
  if (unknown.length === 0) return null;
  const missing = unknown.filter(({ isAttached }) => !isAttached);
  return (
    <Banner tone="warn" title={neverSentText(unknown.length, statements.length)}>
      <Numbers statements={unknown} />
      {missing.length === 0 ? (
        '. The PDF files are attached to the reminder.'
      ) : (
        <>
          . Not attached, because the email would be too large: <Numbers statements={missing} />. Send these
          first.
        </>
      )}
    </Banner>
  );
}

function Numbers({ statements }: Pick<Output<'statements/preview'>, 'statements'>) {
  return statements.map(({ number }, at) => (
    <Fragment key={number}>
      {at > 0 && ', '}
      <code className="statement-number">{number}</code>
    </Fragment>
  ));
}

/** Says how to turn email on. Until then, the user's own mail program can write the email. */
function EmailIsOff({ shown: { statement, recipient }, onClose }: SendBodyProps) {
  const address = recipient.billingEmail;
  const mail = address === null ? undefined : statementMail(address, statement);
  return (
    <Form onSubmit={onClose}>
      <Banner tone="warn" title="No mail server is set up">
        To send statements from here, set <code>SERAI_SMTP_URL</code> and <code>SERAI_MAIL_FROM</code> and
        restart Serai.
      </Banner>
      {mail !== undefined && (
        <p>
          Or email the partner yourself: <a href={mail}>{address}</a>
        </p>
      )}
      <div className="row end">
        <button type="submit">Close</button>
      </div>
    </Form>
  );
}
