/** What is printed of a statement: a document with both companies, totals and lines. The screen does not show it. */
import { asksForPayment, paymentLines } from '@serai/contract/account/payment-lines.ts';
import { bookingLine } from '@serai/contract/billing/booking-line.ts';
import { isZero } from '../../components/billing/ageing.tsx';
import { balancesAfter, balanceText, withSign } from '../../components/billing/balances-after.ts';
import { type Entry, KINDS } from '../../components/billing/entry-kinds.ts';
import { describeUnpaid } from '../../components/billing/unpaid.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { shownSums } from './statement-sums.ts';
import '../../styles/statement.css';

type Shown = Output<'statements/show'>;

interface StatementDocumentProps {
  shown: Shown;
  entries: readonly Entry[];
}

export function StatementDocument({
  shown: { statement, issuer, recipient },
  entries,
}: StatementDocumentProps) {
  const { month, status, number, closedAt, dueOn, closing, timeZone, environment } = statement;
  const { amountDue } = statement;
  const balances = balancesAfter(statement.opening, entries);
  const isOpen = status === 'OPEN';
  const isOwed = amountDue !== null && !isZero(amountDue);
  return (
    <article className="statement-document">
      <header>
        <Party party={issuer} />
        <div className="statement-title">
          <h1>Statement</h1>
          <p>{monthName(month)}</p>
          {isOpen && <p className="statement-stamp">Draft, not closed yet</p>}
          {environment === 'sandbox' && <p className="statement-stamp">Sandbox, nothing to pay</p>}
        </div>
      </header>
      <section className="statement-facts">
        <div>
          <h2>Billed to</h2>
          <Party party={recipient} />
        </div>
        <dl>
          <Fact name="Statement number" value={number ?? 'Assigned when closed'} />
          <Fact name="Date" value={closedAt === null ? 'Not closed yet' : dayIn(closedAt, timeZone)} />
          <Fact name="Period" value={`${monthName(month)} (${timeZone})`} />
          <Fact name="Due date" value={dueOn === null ? undefined : formatUtcDay(dueOn)} />
          <Fact name="Amount due" value={describeUnpaid(statement)} />
          <Fact name="Closing balance" value={formatMoney(closing)} />
        </dl>
      </section>
      <table className="statement-lines">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Entry</th>
            <th scope="col">Booking or reference</th>
            <th scope="col">Change</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <tr key={entry.entryId}>
              <td>{dayIn(entry.at, timeZone)}</td>
              <td>{KINDS[entry.kind].label}</td>
              <td>{subjectOf(entry)}</td>
              <td>{withSign(entry.owed)}</td>
              <td>{balanceText(balances, entry.entryId)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="statement-sums">
        <tbody>
          {shownSums(statement).map(({ label, sign, money }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {sign === '−' && '−'}
                {formatMoney(money)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <PayTo issuer={issuer} statement={statement} />
      <footer>
        {isOwed && dueOn !== null && environment === 'production' && (
          <p>
            Please pay {formatMoney(amountDue)} by {formatUtcDay(dueOn)}.
          </p>
        )}
        {issuer.billingEmail !== null && <p>Questions about this statement: {issuer.billingEmail}</p>}
      </footer>
    </article>
  );
}

/** Printed instead of a statement that lacks entries. */
export function IncompleteDocument() {
  return (
    <article className="statement-document">
      <p>Some entries are not loaded yet. Use the “Print” button on the page.</p>
    </article>
  );
}

function subjectOf({ bookingId, booking, externalReference, reason, receivedOn, returned }: Entry): string {
  const received = receivedOn && `received on ${formatUtcDay(receivedOn)}`;
  const wasReturned = returned && `returned on ${formatUtcDay(returned.on)}`;
  const shown = [
    booking && bookingLine(booking),
    bookingId ?? externalReference,
    reason,
    received,
    wasReturned,
  ];
  return shown.filter(Boolean).join(', ');
}

function Party({
  party: { name, legalName, address, taxNumber, billingEmail },
}: {
  party: Shown['recipient'];
}) {
  return (
    <div className="statement-party">
      <strong>{legalName ?? name}</strong>
      {legalName !== null && legalName !== name && <span>{name}</span>}
      {address !== null && <span>{address}</span>}
      {taxNumber !== null && <span>Tax number {taxNumber}</span>}
      {billingEmail !== null && <span>{billingEmail}</span>}
    </div>
  );
}

function PayTo({ issuer, statement }: Pick<Shown, 'issuer' | 'statement'>) {
  const lines = paymentLines(issuer.paymentDetails, statement.number);
  if (!asksForPayment(statement) || lines.length === 0) return null;
  return (
    <section className="statement-facts statement-pay-to">
      <div>
        <h2>Pay to</h2>
        <dl>
          {lines.map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </div>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Months begin in the time zone of the operator, so the dates are those of that zone. */
function dayIn(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone });
}
