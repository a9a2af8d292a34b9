/** Reads which offer a session is about, and compares the session with the quote of that offer. Pure. */
import type { UcpOccupancy, UcpSession, UcpStay } from '@serai/contract/agents/ucp/ucp-request.ts';
import { invalid, type Message, missing } from './message.ts';
import type { Occupancy, Quoted, SessionPeople } from './session.ts';

export interface WantedStays {
  offerId: string;
  people: SessionPeople;
}

/** A UCP stay is one room, and an offer is for all rooms, so the stays of a session share one offer and its dates. */
export function readStays({ stays, booker, guests }: UcpSession): WantedStays | readonly Message[] {
  const messages: Message[] = [];
  const rooms = stays.map((stay, i) => readRoom(stay, `$.stays[${i}]`, messages));
  const [first] = rooms;
  const [firstStay] = stays;
  for (const [i, room] of rooms.entries()) {
    if (room === undefined || first === undefined || i === 0) continue;
    const path = `$.stays[${i}]`;
    if (room.offerId !== first.offerId)
      messages.push(
        invalid(
          path,
          'All stays of a session must belong to the same offer. Create a session for each offer.',
        ),
      );
    else if (rooms.findIndex(other => other?.roomRef === room.roomRef) < i)
      messages.push(invalid(`${path}.id`, 'Send each stay only once.'));
    if (firstStay && !hasSameDates(stays[i] as UcpStay, firstStay))
      messages.push(
        invalid(
          `${path}.stay_dates`,
          'All stays of a session must have the same dates. Create a session for each offer.',
        ),
      );
  }
  for (const [i, guest] of (guests ?? []).entries()) {
    if (guests?.findIndex(({ id }) => id === guest.id) !== i)
      messages.push(invalid(`$.guests[${i}].id`, 'Each guest needs an id of its own.'));
  }
  if (messages.length > 0 || first === undefined) return messages;
  const placed = rooms.map((room, i) => ({
    roomRef: (room as Room).roomRef,
    assignments: stays[i]?.guest_assignments,
  }));
  return { offerId: first.offerId, people: { booker, guests, stays: placed } };
}

interface Room {
  offerId: string;
  roomRef: number;
}

function readRoom({ id }: UcpStay, path: string, messages: Message[]): Room | undefined {
  if (id === undefined) {
    const text =
      'Send the id of the stay. Sessions by accommodation type and rate plan alone are not supported.';
    messages.push(missing(`${path}.id`, text));
    return undefined;
  }
  const [, offerId, roomRef] = /^(.+)~([1-9]\d?)$/.exec(id) ?? [];
  if (offerId === undefined) {
    messages.push(
      invalid(`${path}.id`, 'Send the offer id, a tilde and the number of the room, for example `off_…~1`.'),
    );
    return undefined;
  }
  return { offerId, roomRef: Number(roomRef) };
}

function hasSameDates({ stay_dates: a }: UcpStay, { stay_dates: b }: UcpStay): boolean {
  return a.start_date === b.start_date && a.end_date === b.end_date;
}

/** Compares what the platform says about the stays with the quote. The quote decides. */
export function compareWithQuote(
  { property, stays }: UcpSession,
  people: SessionPeople,
  quoted: Quoted,
): Message[] {
  const messages: Message[] = [];
  const { hotel, checkIn, checkOut, occupancies, offer } = quoted;
  if (property.id !== hotel.hotelId)
    messages.push(
      invalid('$.property.id', `The offer belongs to the property ${hotel.hotelId}. Send this id.`),
    );
  for (const [i, stay] of stays.entries()) {
    const path = `$.stays[${i}]`;
    const roomRef = people.stays[i]?.roomRef ?? 0;
    const room = offer.rooms.find(each => each.roomRef === roomRef);
    const occupancy = occupancies[roomRef - 1];
    if (room === undefined || occupancy === undefined) {
      messages.push(
        invalid(
          `${path}.id`,
          `The offer has ${offer.rooms.length === 1 ? '1 room. Number it 1' : `${offer.rooms.length} rooms. Number them from 1`}.`,
        ),
      );
      continue;
    }
    if (stay.stay_dates.start_date !== checkIn || stay.stay_dates.end_date !== checkOut)
      messages.push(
        invalid(
          `${path}.stay_dates`,
          `The offer is for ${checkIn} to ${checkOut}. Send these dates, or search again.`,
        ),
      );
    if (stay.occupancy && !fits(stay.occupancy, occupancy))
      messages.push(invalid(`${path}.occupancy`, 'The offer is for another occupancy. Search again.'));
    const { accommodation_type: type, rate_plan: plan } = stay;
    if (type?.id !== undefined && type.id !== (room.roomCode ?? `room-${roomRef}`))
      messages.push(
        invalid(
          `${path}.accommodation_type.id`,
          'The stay has another accommodation type. Send the id as the session shows it, or leave it out.',
        ),
      );
    if (plan?.id !== undefined && plan.id !== offer.fingerprint)
      messages.push(
        invalid(
          `${path}.rate_plan.id`,
          'The stay has another rate plan. Send the id as the session shows it, or leave it out.',
        ),
      );
  }
  if (messages.length === 0 && stays.length < offer.rooms.length)
    messages.push(
      missing('$.stays', `The offer is for ${offer.rooms.length} rooms. Send one stay for each of them.`),
    );
  return messages;
}

function fits({ adults, children, child_ages, total }: UcpOccupancy, quoted: Occupancy): boolean {
  const ages = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  return (
    (adults ?? quoted.adults) === quoted.adults &&
    (children ?? quoted.childAges.length) === quoted.childAges.length &&
    (child_ages === undefined || ages(child_ages) === ages(quoted.childAges)) &&
    (total ?? quoted.adults + quoted.childAges.length) === quoted.adults + quoted.childAges.length
  );
}
