import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import { isOverdueUnsent, SentMails } from '../../components/billing/statement-sent.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { BannerIcon } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { monthDays } from '../../lib/format/month.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import type { Statement } from './download-statement.ts';
import { shownSums } from './statement-sums.ts';
import '../../styles/company.css';

type Shown = Pick<Output<'statements/show'>, 'statement' | 'issuer' | 'recipient' | 'canSend'>;

/** The parties, totals and emails of a statement. */
export function StatementCard({ shown }: { shown: Shown }) {
  const { statement, issuer, recipient } = shown;
  const { status, closedAt, closedBy, timeZone, month } = statement;
  const isClosed = status === 'CLOSED';
  const isStaff = useStaff();
  return (
    <Card title="Statement">
      <Facts
        items={[
          ['Billed to', <BilledTo key="to" recipient={recipient} statement={statement} />],
          ['Period', `${monthDays(month)} (${timeZone})`],
          [
            isClosed ? 'Closed' : 'Status',
            isClosed && closedAt !== null ? (
              <span key="closed">
                <Timestamp at={closedAt} exact /> by <ActorName actor={closedBy} />
              </span>
            ) : (
              'Not closed yet. The amounts may change.'
            ),
          ],
          ...(isClosed
            ? ([
                ['Due date', statement.dueOn === null ? 'No due date' : formatUtcDay(statement.dueOn)],
              ] as const)
            : []),
        ]}
      />
      <div className="statement-totals">
        <table className="sums" aria-label="Totals">
          <tbody>
            {shownSums(statement).map(({ label, sign, money }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="sign">{sign}</td>
                <td>{formatMoney(money)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {asksForPayment(statement) && <PayTo issuer={issuer} number={statement.number} />}
        {isClosed && isStaff && (
          <section>
            <h3>Emails</h3>
            {isOverdueUnsent(statement) ? <NeverSent /> : <SentMails statement={statement} />}
          </section>
        )}
      </div>
    </Card>
  );
}

/** The partner may be late only because it does not know the statement. */
function NeverSent() {
  return (
    <p className="never-sent">
      <BannerIcon tone="warn" /> Overdue, but never sent
    </p>
  );
}

/** Staff can open the partner. Partner users have no such page. */
function BilledTo({ recipient, statement }: { recipient: Shown['recipient']; statement: Statement }) {
  const { legalName, address } = recipient;
  const { partnerId } = statement;
  const name = legalName ?? recipient.name;
  const isStaff = useStaff();
  return (
    <span className="address">
      {isStaff ? (
        <LinkTo to="/partners/$partnerId" params={{ partnerId }}>
          {name}
        </LinkTo>
      ) : (
        name
      )}
      {address && `\n${address}`}
    </span>
  );
}

/** Where the partner pays. Without details, only those who can add them see anything. */
function PayTo({ issuer, number }: Pick<Shown, 'issuer'> & Pick<Statement, 'number'>) {
  const mayEdit = useMay('operator:edit');
  const lines = paymentLines(issuer.paymentDetails, number);
  if (lines.length === 0 && !mayEdit) return null;
  return (
    <section>
      <h3>Pay to</h3>
      {lines.length === 0 ? (
        <p className="faint">
          No payment details yet. <LinkTo to="/settings/company">Add payment details</LinkTo>
        </p>
      ) : (
        <dl className="pay-to">
          {lines.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
