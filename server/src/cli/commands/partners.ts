import type { BillingSchedule } from '@serai/contract/account/billing-schedule.ts';
import type { Company, LegalCompany } from '@serai/contract/account/company.ts';
import { showOperator, updateOperator } from '@serai/contract/account/operator.ts';
import { type PartnerSummary, SUMMARY_DAYS } from '@serai/contract/account/partner-summary.ts';
import {
  createPartner,
  listPartners,
  type partner,
  resumePartner,
  showPartner,
  suspendPartner,
  updatePartner,
} from '@serai/contract/account/partners.ts';
import { paymentLines } from '@serai/contract/account/payment-lines.ts';
import type { z } from 'zod';
import { operationCommand, type View } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { printable, type Style } from '../text/style.ts';
import { type Cell, facts, moneyText, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type Partner = z.output<typeof partner>;
type Shown = Pick<View<unknown>, 'nowMs' | 'style'>;

const changed =
  (done: string) =>
  ({ partner }: { partner: Partner }, { nowMs, style }: Shown) =>
    `${done}\n\n${partnerText(partner, nowMs, style)}`;

export const PARTNER_COMMANDS: readonly Command[] = [
  operationCommand(createPartner, {
    examples: [
      'serai partners create --name "Northern Travel"',
      'serai partners create --name "Northern Travel" --groups gold --billing-model credit --billing-limit 5000.00EUR',
    ],
    render: ({ partner }, { nowMs, style }) =>
      `The partner was created.\n\n${partnerText(partner, nowMs, style)}\nCreate its first key with serai keys create --partner ${partner.partnerId} --name <name> --all-scopes\n`,
  }),
  operationCommand(listPartners, {
    examples: [
      'serai partners list',
      'serai partners list --search northern --status active --json',
      'serai partners list --with-summary --environment sandbox',
    ],
    empty: 'No partners found. Create one with serai partners create.',
    render: ({ partners }, { nowMs, style }) =>
      partners.some(({ summary }) => summary !== null)
        ? summaryTable(partners, nowMs, style)
        : partnerTable(partners, style),
  }),
  operationCommand(showPartner, {
    args: ['partnerId'],
    render: ({ partner }, { nowMs, style }) => partnerText(partner, nowMs, style),
  }),
  operationCommand(updatePartner, {
    args: ['partnerId'],
    examples: [
      'serai partners update prt_01J9ZC4T3E --nationality GB --currency GBP',
      'serai partners update prt_01J9ZC4T3E --groups gold,spain --billing-model prepaid',
      'serai partners update prt_01J9ZC4T3E --second-factor on --max-key-days 365',
      'serai partners update prt_01J9ZC4T3E --max-per-minute 2000 --max-keys 50',
      'serai partners update prt_01J9ZC4T3E --payment-days 14 --legal-name "Northern Travel AB"',
    ],
    render: changed('The partner was changed.'),
  }),
  operationCommand(suspendPartner, {
    examples: ['serai partners suspend prt_01J9ZC4T3E --reason "Invoice 2026-06 is overdue"'],
    render: ({ partner }) =>
      `"${printable(partner.name)}" is suspended. It can read and cancel bookings, but not search, quote or book.\n`,
  }),
  operationCommand(resumePartner, {
    render: ({ partner }) => `"${printable(partner.name)}" can search, quote and book again.\n`,
  }),
];

/** The service expects all fields of the contact. */
const NO_CONTACT: Readonly<Record<string, null>> = { name: null, phone: null, email: null };

export const OPERATOR_COMMANDS: readonly Command[] = [
  operationCommand(showOperator, { render: ({ operator }, { style }) => operatorText(operator, style) }),
  operationCommand(updateOperator, {
    note: 'The options of the emergency contact replace the whole contact.',
    complete: ({ emergencyContact: contact }) =>
      contact === undefined ? {} : { emergencyContact: { ...NO_CONTACT, ...contact } },
    examples: [
      'serai operator update --name "Serai Hotels" --time-zone Europe/Madrid',
      'serai operator update --fx-margin 1.5',
      'serai operator update --emergency-name "Help desk" --emergency-phone "+34 910 000 000"',
      'serai operator update --payment-account "ES91 2100 0418 4502 0005 1332" --payment-bic BANKESMM',
    ],
    render: ({ operator }, { style }) =>
      `The operator's settings were changed.\n\n${operatorText(operator, style)}`,
  }),
];

function partnerTable(partners: readonly Partner[], style: Style): string {
  const rows = partners.map((each): Cell[] => [
    each.partnerId,
    each.name,
    statusCell(each, style),
    each.groups.join(','),
    billingText(each),
    each.nationality,
    each.currency,
    each.language,
  ]);
  const head = ['PARTNER', 'NAME', 'STATUS', 'GROUPS', 'BILLING', 'NATIONALITY', 'CURRENCY', 'LANGUAGE'];
  return table(head, rows, style);
}

interface SummaryColumn {
  title: string;
  part: keyof PartnerSummary;
  text(summary: PartnerSummary, nowMs: number): string;
}

const SUMMARY_COLUMNS: readonly SummaryColumn[] = [
  {
    title: `REVENUE (${SUMMARY_DAYS} DAYS)`,
    part: 'revenue',
    // Amounts in different currencies are never added up.
    text: ({ revenue }) => (revenue ?? []).map(moneyText).join(', '),
  },
  {
    title: 'OWED',
    part: 'balance',
    text: ({ balance }) => (balance ? moneyText(balance.owed) : ''),
  },
  {
    title: 'OVERDUE',
    part: 'balance',
    text: ({ balance }) =>
      balance?.overdue ? `${moneyText(balance.overdue.amount)} since ${balance.overdue.since}` : '',
  },
  {
    title: 'LAST REQUEST',
    part: 'traffic',
    text: ({ traffic }, nowMs) => (traffic?.lastRequestAt ? timeText(traffic.lastRequestAt, nowMs) : 'never'),
  },
  {
    title: 'HEALTH (1 H)',
    part: 'traffic',
    text: ({ traffic }) => `${traffic?.requests ?? 0} requests, ${traffic?.serverErrors ?? 0} server errors`,
  },
  {
    title: 'CERTIFICATION',
    part: 'certification',
    text: ({ certification }) => (certification ? certificationText(certification) : ''),
  },
];

type Listed = Partner & { summary: PartnerSummary | null };

/** Leaves out the columns that the role of the caller may not see. */
function summaryTable(partners: readonly Listed[], nowMs: number, style: Style): string {
  const columns = SUMMARY_COLUMNS.filter(({ part }) =>
    partners.some(({ summary }) => summary?.[part] != null),
  );
  const rows = partners.map((each): Cell[] => [
    each.partnerId,
    each.name,
    statusCell(each, style),
    ...columns.map(({ text }) => (each.summary ? text(each.summary, nowMs) : '')),
  ]);
  return table(['PARTNER', 'NAME', 'STATUS', ...columns.map(({ title }) => title)], rows, style);
}

function certificationText({ isLive, done, steps }: NonNullable<PartnerSummary['certification']>): string {
  return isLive ? 'live' : `sandbox, ${done} of ${steps}`;
}

function partnerText(partner: Partner, nowMs: number, style: Style): string {
  const { perMinute, perHour, perDay, keys } = partner.ceilings;
  const { maxKeyLifetimeDays: days, guestDays, paymentDays: paymentTerms } = partner;
  return facts(
    [
      ['Id', partner.partnerId],
      ['Name', partner.name],
      ['Status', statusCell(partner, style)],
      ['Groups', partner.groups.join(', ') || 'none'],
      ['Billing', billingText(partner)],
      ['Payment terms', paymentTerms === null ? 'none' : daysText(paymentTerms)],
      ...companyFacts(partner.company),
      ['Nationality', partner.nationality],
      ['Currency', partner.currency],
      ['Language', partner.language],
      ['Two-factor sign-in', partner.requireSecondFactor ? 'required' : 'optional'],
      ['Key lifetime', days === null ? 'unlimited' : `at most ${daysText(days)}`],
      ['Maximums', `${perMinute} a minute, ${perHour} an hour, ${perDay} a day per key; ${keys} keys`],
      [
        'Guest data kept',
        guestDays === null ? 'installation default' : `${daysText(guestDays)} after check-out`,
      ],
      ['Created', timeText(partner.createdAt, nowMs)],
    ],
    style,
  );
}

type Fact = readonly [name: string, value: string];

/** Omits empty fields. */
function companyFacts({
  contacts = [],
  ...legal
}: LegalCompany & { contacts?: Company['contacts'] }): Fact[] {
  const { legalName, address, taxNumber, billingEmail } = legal;
  const all: (readonly [string, string | null])[] = [
    ['Legal name', legalName],
    ['Address', address?.replaceAll('\n', ', ') ?? null],
    ['Tax number', taxNumber],
    ['Billing email', billingEmail],
    ...contacts.map(
      ({ name, role, email, phone }): Fact => [
        'Contact',
        [name, role, email, phone].filter(part => part !== null).join(', '),
      ],
    ),
  ];
  return all.filter((fact): fact is Fact => fact[1] !== null);
}

function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

function billingText({ billing: { model, currency, limit } }: Partner): string {
  const amount = limit === null ? currency : moneyText(limit);
  return { NONE: 'none', CREDIT: `credit, ${amount}`, PREPAID: `prepaid, ${amount}` }[model];
}

function statusCell({ status }: Partner, style: Style): Cell {
  return { text: status, style: status === 'ACTIVE' ? style.good : style.warn };
}

function operatorText(operator: z.output<typeof showOperator.output>['operator'], style: Style): string {
  const { name, phone, email } = operator.emergencyContact;
  return facts(
    [
      ['Name', operator.name],
      ...companyFacts(operator.company),
      [
        'Payments to',
        paymentLines(operator.paymentDetails)
          .map(({ value }) => value)
          .join(', ') || 'none',
      ],
      ['Sent automatically', scheduleText(operator.billingSchedule)],
      ['Time zone', operator.timeZone],
      ['Exchange margin', `${operator.fxMarginPercent} %`],
      ['Emergency', [name, phone, email].filter(part => part !== null).join(', ') || 'none'],
      ['Two-factor sign-in', operator.requireSecondFactor ? 'required' : 'optional'],
    ],
    style,
  );
}

function scheduleText({ statementsDay, reminderDays }: BillingSchedule): string {
  const parts = [
    ...(statementsDay === null ? [] : [`statements on day ${statementsDay} of the following month`]),
    ...(reminderDays === null ? [] : [`reminders ${reminderDays} days after the due date`]),
  ];
  return parts.join(', ') || 'nothing';
}
