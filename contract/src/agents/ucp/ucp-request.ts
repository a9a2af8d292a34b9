/**
 * The requests of UCP Lodging, as far as Serai reads them. The draft allows further fields everywhere, so unknown fields
 * are ignored. Amounts, titles and messages of a session are the business's own and are ignored as well.
 */
import { z } from 'zod';
import { MAX_ADULTS, MAX_CHILDREN, MAX_ROOMS } from '../../booking/occupancy.ts';
import { calendarDate } from '../../shared/values.ts';

const MAX_GUESTS = MAX_ROOMS * (MAX_ADULTS + MAX_CHILDREN);
const id = () => z.string().min(1).max(1_024);
const words = () => z.string().max(254);

const booker = z.object({
  first_name: words().optional(),
  last_name: words().optional(),
  email: words().optional(),
  phone_number: words().optional(),
});
export type UcpBooker = z.infer<typeof booker>;

const guest = z.object({
  id: z.string().min(1).max(128),
  first_name: words().optional(),
  last_name: words().optional(),
  email: words().optional(),
  phone_number: words().optional(),
  age: z.int().min(0).max(150).optional(),
});
export type UcpGuest = z.infer<typeof guest>;

const assignment = z.object({
  guest_id: z.string().min(1).max(128),
  role: z.string().max(64).optional(),
});
export type UcpAssignment = z.infer<typeof assignment>;

const occupancy = z.object({
  adults: z.int().min(0).optional(),
  children: z.int().min(0).optional(),
  child_ages: z.array(z.int().min(0).max(17)).max(MAX_CHILDREN).optional(),
  total: z.int().min(1).optional(),
});
export type UcpOccupancy = z.infer<typeof occupancy>;

const stay = z.object({
  id: id().optional().describe('`<offerId>~<roomRef>`, with the offer of a search.'),
  stay_dates: z.object({ start_date: calendarDate(), end_date: calendarDate() }),
  accommodation_type: z.object({ id: id().optional() }).optional(),
  rate_plan: z.object({ id: id().optional() }).optional(),
  occupancy: occupancy.optional(),
  guest_assignments: z
    .array(assignment)
    .max(MAX_ADULTS + MAX_CHILDREN)
    .optional(),
});
export type UcpStay = z.infer<typeof stay>;

const payment = z.object({ instruments: z.array(z.unknown()).optional() });

export const ucpSession = z.object({
  property: z.object({ id: id() }),
  stays: z.array(stay).min(1).max(MAX_ROOMS),
  booker: booker.optional(),
  guests: z.array(guest).max(MAX_GUESTS).optional(),
  payment: payment.optional(),
});
export type UcpSession = z.infer<typeof ucpSession>;

export const ucpCompletion = z.object({ payment: payment.optional() });

/** The header of each request in the MCP binding. */
export const ucpMeta = z.object({
  'ucp-agent': z.object({ profile: z.string().min(1).max(2_048) }),
  'idempotency-key': z.string().max(64).optional(),
});
