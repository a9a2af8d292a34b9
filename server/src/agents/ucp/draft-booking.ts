/** Builds the booking request of a session, and lists what is still missing or invalid. Pure. */
import type { UcpAssignment, UcpBooker, UcpGuest } from '@serai/contract/agents/ucp/ucp-request.ts';
import { type BookingRequest, booking } from '@serai/contract/booking/booking.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ApiError } from '../../platform/api-error.ts';
import { validate } from '../../platform/operations/validate.ts';
import { invalid, type Message, missing } from './message.ts';
import { clientReferenceOf, type Occupancy, type Session } from './session.ts';

export interface Draft {
  /** Undefined while there are messages. */
  request: BookingRequest | undefined;
  messages: readonly Message[];
  /** Says where in the session a field of the booking request is invalid. */
  explain: (detail: ErrorDetail) => Message;
}

/** Well below the time after which platforms give up. An unknown outcome is then a session in progress. */
const PROVIDER_MS = 20_000;

const ADULT_AGE = 18;

type Guest = BookingRequest['rooms'][number]['guests'][number];

/** A person or room of the session, and where it is in the session. */
type Placed<T> = T & { path: string };

export function draftBooking(session: Session): Draft {
  const { quoted } = session;
  const messages: Message[] = [];
  const placed = new Set<string>();
  const rooms = session.people.stays.map(({ roomRef, assignments = [] }, i) => {
    const path = `$.stays[${i}].guest_assignments`;
    const occupancy = quoted.occupancies[roomRef - 1] as Occupancy;
    const assigned = assignedGuests(session, { assignments, path, placed }, messages);
    return { roomRef, assigned, guests: guestsOf(session, occupancy, { assigned, path }, messages), path };
  });
  for (const { guests } of rooms) messages.push(...nameMessages(session, guests));
  const [first] = rooms;
  const lead = first?.assigned.find((_, i) => first.guests[i]?.type === 'ADULT');
  const { holder, paths } = findHolder(session, lead, messages);
  const explain = (detail: ErrorDetail) => toMessage(detail, { holder: paths, rooms });
  const request = {
    quoteId: quoted.quoteId,
    clientReference: clientReferenceOf(session),
    holder,
    rooms: rooms.map(({ roomRef, guests }) => ({
      roomRef,
      guests: guests.map(({ path: _, ...guest }) => guest),
    })),
    // What the platform has seen, never a newer price.
    expectedPrice: quoted.offer.price.net,
    termsHash: quoted.termsHash,
    settings: { timeout: PROVIDER_MS },
  };
  if (messages.length > 0) return { request: undefined, messages, explain };
  try {
    return { request: validate(booking.input, request), messages, explain };
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return { request: undefined, messages: (thrown.extras.details ?? []).map(explain), explain };
  }
}

interface Assigning {
  assignments: readonly UcpAssignment[];
  path: string;
  /** The ids of guests who have a room. */
  placed: Set<string>;
}

/** The primary guest comes first. */
function assignedGuests(
  { people: { guests = [] } }: Session,
  { assignments, path, placed }: Assigning,
  messages: Message[],
): Placed<UcpGuest>[] {
  const found = assignments.flatMap(({ guest_id, role }, i) => {
    const index = guests.findIndex(({ id }) => id === guest_id);
    const guest = guests[index];
    if (guest === undefined) {
      messages.push(invalid(`${path}[${i}].guest_id`, 'No guest in `guests` has this id.'));
      return [];
    }
    if (placed.has(guest_id)) {
      messages.push(invalid(`${path}[${i}].guest_id`, 'Assign each guest only once, to one room.'));
      return [];
    }
    placed.add(guest_id);
    return [{ guest: { ...guest, path: `$.guests[${index}]` }, isPrimary: role === 'primary' }];
  });
  return [...found.filter(({ isPrimary }) => isPrimary), ...found.filter(({ isPrimary }) => !isPrimary)].map(
    ({ guest }) => guest,
  );
}

/** All guests of a room as quoted. Guests whose names nobody needs may be left out by the platform. */
function guestsOf(
  { quoted: { requirements } }: Session,
  { adults, childAges }: Occupancy,
  { assigned, path }: { assigned: readonly Placed<UcpGuest>[]; path: string },
  messages: Message[],
): Placed<Guest>[] {
  const ages = [...childAges];
  const takeAge = (age: number | undefined): number | undefined => {
    const index = age === undefined ? -1 : ages.indexOf(age);
    return index === -1 ? undefined : ages.splice(index, 1)[0];
  };
  const children = childAges.length === 0 ? 'no children' : `children aged ${childAges.join(', ')}`;
  const named = assigned.map((guest): Placed<Guest> => {
    const quotedAge = takeAge(guest.age);
    const isOther = quotedAge === undefined && guest.age !== undefined && guest.age < ADULT_AGE;
    if (isOther) {
      const text = `The room is quoted for ${children}. Send the age as quoted, or search again.`;
      messages.push(invalid(`${guest.path}.age`, text));
    }
    const age = isOther ? guest.age : quotedAge;
    const names = { firstName: guest.first_name, lastName: guest.last_name };
    const type = age === undefined ? { type: 'ADULT' as const } : { type: 'CHILD' as const, age };
    return { ...type, ...definedNames(names), path: guest.path };
  });
  const missingAdults = adults - named.filter(({ type }) => type === 'ADULT').length;
  if (missingAdults < 0) {
    const next =
      childAges.length === 0 ? 'Assign fewer guests, or search again.' : 'Send `age` for each child.';
    const people = `${adults === 1 ? '1 adult' : `${adults} adults`} and ${children}`;
    messages.push(invalid(path, `The room is quoted for ${people}. ${next}`));
    return named;
  }
  const isComplete = missingAdults === 0 && ages.length === 0;
  if (!isComplete && requirements.guestNames === 'ALL')
    messages.push(missing(path, 'The hotel needs the name of every guest. Assign all guests of the room.'));
  return [
    ...named,
    ...Array.from({ length: missingAdults }, (): Placed<Guest> => ({ type: 'ADULT', path })),
    ...ages.map((age): Placed<Guest> => ({ type: 'CHILD', age, path })),
  ];
}

/** The first adult of each room must have a name. Some hotels need the name of every guest. */
function nameMessages({ quoted: { requirements } }: Session, guests: readonly Placed<Guest>[]): Message[] {
  const { guestNames, maxNameLength = Number.POSITIVE_INFINITY } = requirements;
  const lead = guests.findIndex(({ type }) => type === 'ADULT');
  return guests.flatMap(({ path, firstName, lastName }, i) => {
    const isKnown = path.startsWith('$.guests');
    if (!isKnown) return i === lead ? [missing(path, 'Assign an adult with a name to the room.')] : [];
    const isRequired = i === lead || guestNames === 'ALL';
    const named = [
      ['first_name', firstName],
      ['last_name', lastName],
    ] as const;
    return named.flatMap(([field, name]) => {
      if (!name)
        return isRequired ? [missing(`${path}.${field}`, 'The name of this guest is required.')] : [];
      const isLong = name.length > maxNameLength;
      return isLong ? [invalid(`${path}.${field}`, `Use at most ${maxNameLength} characters.`)] : [];
    });
  });
}

function definedNames({ firstName, lastName }: Pick<Guest, 'firstName' | 'lastName'>) {
  return { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
}

type Contact = Pick<UcpBooker, 'email' | 'phone_number'>;
type Named = Pick<UcpBooker, 'first_name' | 'last_name'>;

/** The lead of the session: the booker, the primary guest, or the primary guest with the contact data of the booker. */
function findHolder({ people, quoted }: Session, lead: Placed<UcpGuest> | undefined, messages: Message[]) {
  const booker = { ...people.booker, path: '$.booker' };
  const [person, contact] = chooseLead(booker, lead);
  if (person === undefined) {
    if (!booker.first_name)
      messages.push(missing('$.booker.first_name', 'The first name of the booker is required.'));
    if (!booker.last_name)
      messages.push(missing('$.booker.last_name', 'The last name of the booker is required.'));
  }
  const { requirements } = quoted;
  const { maxNameLength = Number.POSITIVE_INFINITY } = requirements;
  for (const field of ['first_name', 'last_name'] as const) {
    // The names of guests are checked with their room.
    if (person === booker && (booker[field]?.length ?? 0) > maxNameLength)
      messages.push(invalid(`$.booker.${field}`, `Use at most ${maxNameLength} characters.`));
  }
  if (contact === undefined)
    messages.push(missing('$.booker.email', 'An email address or phone number of the booker is required.'));
  if (requirements.holderEmail && contact !== undefined && !contact.email)
    messages.push(missing('$.booker.email', 'The hotel needs an email address.'));
  if (requirements.holderPhone && contact !== undefined && !contact.phone_number)
    messages.push(missing('$.booker.phone_number', 'The hotel needs a phone number.'));
  return {
    holder: {
      firstName: person?.first_name,
      lastName: person?.last_name,
      ...(contact?.email && { email: contact.email }),
      ...(contact?.phone_number && { phone: contact.phone_number }),
    },
    paths: { name: (person ?? booker).path, contact: (contact ?? booker).path },
  };
}

function chooseLead(
  booker: Placed<UcpBooker>,
  lead: Placed<UcpGuest> | undefined,
): [Placed<Named> | undefined, Placed<Contact> | undefined] {
  if (hasName(booker) && hasContact(booker)) return [booker, booker];
  if (lead !== undefined && hasName(lead)) {
    if (hasContact(booker)) return [lead, booker];
    if (hasContact(lead)) return [lead, lead];
  }
  return [hasName(booker) ? booker : undefined, hasContact(booker) ? booker : undefined];
}

function hasName({ first_name, last_name }: Named): boolean {
  return Boolean(first_name && last_name);
}

function hasContact({ email, phone_number }: Contact): boolean {
  return Boolean(email || phone_number);
}

const MEMBERS: Readonly<Record<string, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone_number',
  age: 'age',
};

interface Paths {
  holder: { name: string; contact: string };
  rooms: readonly { guests: readonly { path: string }[]; path: string }[];
}

/** Every failure concerns a person, because everything else in the request comes from the quote. */
function toMessage({ path, message }: ErrorDetail, { holder, rooms }: Paths): Message {
  const [, top, room = '', , guest = '', ...rest] = path.split('/');
  const field = (name: string | undefined) =>
    name !== undefined && MEMBERS[name] ? `.${MEMBERS[name]}` : '';
  if (top === 'holder') {
    const isContact = room === 'email' || room === 'phone';
    return invalid((isContact ? holder.contact : holder.name) + field(room), message);
  }
  const placed = rooms[Number(room)];
  const person = guest === '' ? undefined : placed?.guests[Number(guest)]?.path;
  return invalid(
    (person ?? placed?.path ?? '$.stays') + (person?.startsWith('$.guests') ? field(rest[0]) : ''),
    message,
  );
}
