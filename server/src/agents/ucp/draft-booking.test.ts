/** Tests what a session still lacks before it can be booked. */
import type { UcpAssignment, UcpBooker, UcpGuest } from '@serai/contract/agents/ucp/ucp-request.ts';
import { describe, expect, test } from 'vitest';
import { draftBooking } from './draft-booking.ts';
import type { Occupancy, Session } from './session.ts';

const booker = {
  first_name: 'Ada',
  last_name: 'Moreno',
  email: 'ada@example.com',
  phone_number: '+34600000000',
};
const ada: UcpGuest = { id: 'ada', first_name: 'Ada', last_name: 'Moreno' };
const ben: UcpGuest = { id: 'ben', first_name: 'Ben', last_name: 'Moreno' };
const kim: UcpGuest = { id: 'kim', first_name: 'Kim', last_name: 'Moreno', age: 9 };

interface Case {
  occupancies?: readonly Occupancy[];
  guests: readonly UcpGuest[];
  rooms: readonly (readonly UcpAssignment[])[];
  booker?: UcpBooker;
  maxNameLength?: number;
}

function draft({ occupancies = [{ adults: 1, childAges: [9] }], guests, rooms, ...more }: Case) {
  const stays = rooms.map((assignments, i) => ({ roomRef: i + 1, assignments }));
  const quoted = {
    quoteId: 'quo_1',
    termsHash: 'a'.repeat(64),
    occupancies,
    offer: { price: { net: { amount: '100.00', currency: 'EUR' } } },
    requirements: { guestNames: 'LEAD', maxNameLength: more.maxNameLength },
  };
  const session = {
    sessionId: 'ucs_1',
    attempt: 1,
    quoted,
    people: { booker: more.booker ?? booker, guests, stays },
  };
  return draftBooking(session as unknown as Session);
}

const assign = (...ids: string[]): UcpAssignment[] => ids.map(guest_id => ({ guest_id }));

describe('a child', () => {
  test('whose age was not quoted is reported with the quoted ages', () => {
    const { messages } = draft({ guests: [ada, { ...kim, age: 10 }], rooms: [assign('ada', 'kim')] });
    expect(messages).toMatchObject([
      { code: 'invalid', path: '$.guests[1].age', content: expect.stringContaining('children aged 9') },
    ]);
  });

  test('is never booked as an adult', () => {
    const { messages } = draft({
      occupancies: [{ adults: 2, childAges: [] }],
      guests: [ada, kim],
      rooms: [assign('ada', 'kim')],
    });
    expect(messages).toMatchObject([
      { path: '$.guests[1].age', content: expect.stringContaining('no children') },
    ]);
  });

  test('without an age is reported with what to send', () => {
    const { messages } = draft({ guests: [ada, { ...kim, age: undefined }], rooms: [assign('ada', 'kim')] });
    expect(messages).toMatchObject([
      {
        path: '$.stays[0].guest_assignments',
        content: 'The room is quoted for 1 adult and children aged 9. Send `age` for each child.',
      },
    ]);
  });

  test('who is the primary guest does not become the holder', () => {
    const { request } = draft({
      booker: { email: 'ada@example.com' },
      guests: [kim, ada],
      rooms: [[{ guest_id: 'kim', role: 'primary' }, { guest_id: 'ada' }]],
    });
    expect(request?.holder).toMatchObject({ firstName: 'Ada', email: 'ada@example.com' });
  });
});

test('a guest who is assigned twice is reported, in one room and in two', () => {
  const occupancies = [
    { adults: 2, childAges: [] },
    { adults: 1, childAges: [] },
  ];
  const { messages } = draft({
    occupancies,
    guests: [ada, ben],
    rooms: [assign('ada', 'ada'), assign('ada')],
  });
  const repeated = messages.filter(({ code }) => code === 'invalid').map(({ path }) => path);
  expect(repeated).toEqual([
    '$.stays[0].guest_assignments[1].guest_id',
    '$.stays[1].guest_assignments[0].guest_id',
  ]);
});

describe('the booker', () => {
  const rooms = [assign('ada', 'kim')];

  test('whose name is too long for the hotel is reported before the session can be completed', () => {
    const long = { ...booker, last_name: 'M'.repeat(21) };
    const { messages } = draft({ booker: long, guests: [ada, kim], rooms, maxNameLength: 20 });
    expect(messages).toMatchObject([{ code: 'invalid', path: '$.booker.last_name' }]);
  });

  test('and the guests are named in the messages about the fields of a booking request', () => {
    const { explain, request } = draft({ guests: [ada, kim], rooms });
    expect(request).toBeDefined();
    const pathOf = (path: string) => explain({ path, code: 'TOO_BIG', message: 'Too long.' }).path;
    expect(pathOf('/holder/firstName')).toBe('$.booker.first_name');
    expect(pathOf('/holder/phone')).toBe('$.booker.phone_number');
    expect(pathOf('/rooms/0/guests/1/age')).toBe('$.guests[1].age');
    expect(pathOf('/rooms/0/guests')).toBe('$.stays[0].guest_assignments');
  });
});
