/** All given conditions must match. An omitted condition matches everything. */
import { z } from 'zod';
import { SEARCH_REFUNDABILITIES } from '../booking/cancellation-terms.ts';
import { BOARD_CODES, stars } from '../shared/lodging.ts';
import { nightsBetween } from '../shared/nights-between.ts';
import { type Failure, rule } from '../shared/rule.ts';
import { calendarDate, choice, count, countryCode } from '../shared/values.ts';

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Maximum number of values in one condition. */
const MAX_VALUES = 1_000;
/** Further ahead than any provider sells rooms. */
const MAX_LEAD_DAYS = 1_000;
const MAX_NIGHTS = 365;

const words = (what: string) =>
  z.array(z.string().min(1).max(64)).min(1).max(MAX_VALUES).optional().describe(what);

const listOf = <T extends z.ZodType>(value: T, what: string) =>
  z.array(value).min(1).max(MAX_VALUES).optional().describe(what);

/** Requires at least one bound. Both bounds are inclusive. */
const range = <T extends z.ZodType>(bound: () => T, what: string) =>
  z
    .strictObject({
      from: bound().optional().describe('First value (inclusive). Omit it for no lower bound.'),
      to: bound().optional().describe('Last value (inclusive). Omit it for no upper bound.'),
    })
    .check(
      rule<{ from?: unknown; to?: unknown }>(['from', 'to'], function* ({ from, to }) {
        if (from === undefined && to === undefined) {
          yield { path: [], code: 'EMPTY_RANGE', message: 'Specify `from`, `to` or both.' };
        } else if (from !== undefined && to !== undefined && (from as number) > (to as number)) {
          const order = typeof from === 'number' ? 'less than' : 'before';
          yield { path: ['to'], code: 'NEVER_MATCHES', message: `\`to\` must not be ${order} \`from\`.` };
        }
      }),
    )
    .optional()
    .describe(what);

export const ruleConditions = () =>
  z
    .strictObject({
      partners: words('Partner IDs.'),
      partnerGroups: words('Groups of partners. A partner must be in at least one of them.'),
      providers: words('Provider codes.'),
      hotels: words('Hotel IDs.'),
      chains: words('Chain codes.'),
      places: words('Place IDs. A country, region or city covers everything inside it.'),
      stars: range(stars, 'Stars of the hotel. A hotel without stars does not match.'),
      boards: listOf(choice(BOARD_CODES), 'Board codes.'),
      refundability: listOf(choice(SEARCH_REFUNDABILITIES), 'Refundability of the offer.'),
      ratePlans: words('Codes of rate plans. Offers of providers without rate plans do not match.'),
      checkIn: range(calendarDate, 'Arrival dates.'),
      bookedAt: range(calendarDate, 'Dates in UTC on which the offer is searched and quoted.'),
      weekdays: listOf(choice(WEEKDAYS), 'Weekdays of arrival.'),
      leadDays: range(
        () => count(0, MAX_LEAD_DAYS),
        'Days from today to the arrival, in the time zone of the property.',
      ),
      nights: range(() => count(1, MAX_NIGHTS), 'Number of nights.'),
      nationalities: listOf(countryCode(), 'Nationality of the guests.'),
    })
    .check(
      rule<DatedConditions>(['checkIn', 'weekdays', 'bookedAt', 'leadDays'], conditions => [
        ...weekdaysNotReached(conditions),
        ...leadNotReached(conditions),
      ]),
    );

export type RuleConditions = z.output<ReturnType<typeof ruleConditions>>;

interface Range<T> {
  from?: T | undefined;
  to?: T | undefined;
}

interface DatedConditions {
  checkIn?: Range<string> | undefined;
  bookedAt?: Range<string> | undefined;
  weekdays?: readonly Weekday[] | undefined;
  leadDays?: Range<number> | undefined;
}

/** An arrival period of less than a week may contain none of the weekdays. */
function* weekdaysNotReached({ checkIn, weekdays }: DatedConditions): Iterable<Failure> {
  const { from, to } = checkIn ?? {};
  if (weekdays === undefined || from === undefined || to === undefined || from > to) return;
  const days = Math.min(nightsBetween(from, to) + 1, WEEKDAYS.length);
  const first = new Date(`${from}T00:00:00Z`).getUTCDay() + WEEKDAYS.length - 1;
  const reached = Array.from({ length: days }, (_, i) => WEEKDAYS[(first + i) % WEEKDAYS.length]);
  if (weekdays.some(day => reached.includes(day))) return;
  const message = 'No arrival date in `checkIn` is on one of these weekdays.';
  yield { path: ['weekdays'], code: 'NEVER_MATCHES', message };
}

/**
 * Dates are compared with a tolerance of one day, because arrivals are in the time zone of the property and `bookedAt`
 * is in UTC.
 */
function* leadNotReached({ checkIn, bookedAt, leadDays }: DatedConditions): Iterable<Failure> {
  if (checkIn === undefined || bookedAt === undefined) return;
  const most = days(bookedAt.from, checkIn.to);
  const isBefore = most !== undefined && most < -1;
  if (isBefore) {
    const message = 'Every arrival in `checkIn` is before the first date in `bookedAt`.';
    yield { path: ['checkIn', 'to'], code: 'NEVER_MATCHES', message };
    return;
  }
  const message = 'No dates in `checkIn` and `bookedAt` are this many days apart.';
  const least = days(bookedAt.to, checkIn.from);
  if (most !== undefined && leadDays?.from !== undefined && leadDays.from > most + 1) {
    yield { path: ['leadDays', 'from'], code: 'NEVER_MATCHES', message };
  }
  if (least !== undefined && leadDays?.to !== undefined && leadDays.to < least - 1) {
    yield { path: ['leadDays', 'to'], code: 'NEVER_MATCHES', message };
  }
}

function days(from: string | undefined, to: string | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : nightsBetween(from, to);
}
