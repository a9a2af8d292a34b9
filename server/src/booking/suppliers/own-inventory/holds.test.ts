import { afterEach, expect, it } from 'vitest';
import { type InventoryStage, inventoryStage, knownOf, MAY, PAIR } from './conformance/inventory-stage.ts';
import { SEASON } from './conformance/sold-property.ts';
import { MAX_OPEN_HOLDS } from './quote-stay.ts';

let stage: InventoryStage;
afterEach(async () => {
  await stage?.checkLedger();
  await stage?.close();
});

const MINUTES = 60_000;

async function roomsLeft(roomCode: string, client = stage.client): Promise<number> {
  const result = await client.supplier.search(client.call(), client.searchRequest(MAY, stage.hotel));
  if (result.kind !== 'OK') return expect.fail(result.kind);
  const rooms = result.value.hotels.flatMap(({ offers }) => offers.flatMap(offer => offer.rooms));
  return rooms.find(room => room.roomCode === roomCode)?.allotment ?? 0;
}

async function quote(organisationId?: string) {
  const unowned = stage.client.quoteRequest(MAY, stage.hotel, 'FLEX~DBL');
  const request = { ...unowned, ...(organisationId !== undefined && { organisationId }) };
  return { request, quoted: await stage.client.quoted(request) };
}

it('a quote holds its rooms exactly until it expires', async () => {
  stage = await inventoryStage({ total: 2 });
  const other = stage.another();
  expect(await roomsLeft('DBL', other)).toBe(2);
  expect((await quote()).quoted.inventoryHeld).toBe(true);
  expect(await roomsLeft('DBL', other)).toBe(1);
  await stage.time.advance(20 * MINUTES - 1);
  expect(await roomsLeft('DBL', other)).toBe(1);
  await stage.time.advance(1);
  expect(await roomsLeft('DBL', other)).toBe(2);
});

it('a quote whose caller has disconnected holds no rooms', async () => {
  stage = await inventoryStage({ total: 2 });
  const { client, supplier, hotel } = stage;
  const caller = new AbortController();
  const call = client.call(undefined, { signal: caller.signal });
  const quote = () => supplier.quote(call, client.quoteRequest(MAY, hotel, 'FLEX~DBL'));
  await stage.behindLock(1, quote, () => caller.abort());
  expect(await roomsLeft('DBL', stage.another())).toBe(2);
});

it('a booking gets the rooms of its quote even if cheaper rooms have become free', async () => {
  stage = await inventoryStage({ total: 4 });
  const { client, hotel } = stage;
  const three = { ...MAY, occupancies: [...PAIR, ...PAIR, ...PAIR] };
  const others = [(await quote()).request, (await quote()).request];
  const mixed = client.quoteRequest(three, hotel, 'FLEX~DBL~DBL~FAM');
  const quoted = await client.quoted(mixed);
  for (const { quoteId } of others) await stage.supplier.release(client.call(), quoteId);
  const order = client.bookRequest(three, hotel, quoted, mixed.quoteId);
  // A process that never saw the other rooms being held.
  const fresh = stage.another();
  expect((await fresh.supplier.book(fresh.call(), order)).kind).toBe('CONFIRMED');
  expect(await roomsLeft('DBL')).toBe(2);
  expect(await roomsLeft('FAM')).toBe(3);
});

it('a booking can use its hold when all other rooms are sold, but may fail once the hold has expired', async () => {
  stage = await inventoryStage({ total: 2 });
  const held = await stage.order('DBL');
  const late = await stage.order('FAM');
  expect((await stage.book('DBL'))?.kind).toBe('CONFIRMED');
  expect(await stage.book('DBL')).toBeUndefined();
  expect((await stage.sell(held)).kind).toBe('CONFIRMED');
  await stage.checkLedger();

  await stage.time.advance(21 * MINUTES);
  expect((await stage.book('FAM'))?.kind).toBe('CONFIRMED');
  expect((await stage.book('FAM'))?.kind).toBe('CONFIRMED');
  expect(await stage.sell(late)).toEqual({
    kind: 'REFUSED',
    reason: 'SOLD_OUT',
  });
});

it('held rooms are sold to others as soon as the hold expires, and not before', async () => {
  stage = await inventoryStage({ total: 1 });
  const held = await stage.order('DBL');
  const other = { ...held, quoteId: 'quo_other', reference: 'OTHER000000000000001' };
  const book = () => stage.sell(other);
  await stage.time.advance(20 * MINUTES - 1);
  expect(await book()).toEqual({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  await stage.time.advance(1);
  expect((await book()).kind).toBe('CONFIRMED');
  expect(await stage.sell(held)).toEqual({
    kind: 'REFUSED',
    reason: 'SOLD_OUT',
  });
});

it('a hold is released if a booking of its quote takes other rooms', async () => {
  stage = await inventoryStage({ total: 2 });
  const held = await stage.order('DBL');
  const booked = await stage.order('FAM');
  const mixed = { ...booked, quoteId: held.quoteId };
  expect((await stage.sell(mixed)).kind).toBe('CONFIRMED');
  expect(await roomsLeft('DBL')).toBe(2);
});

it("quotes hold at most half of a night's rooms, or the only room", async () => {
  stage = await inventoryStage({ total: 5 });
  const held: boolean[] = [];
  for (let i = 0; i < 4; i++) held.push((await quote()).quoted.inventoryHeld);
  expect(held).toEqual([true, true, false, false]);
  await stage.time.advance(20 * MINUTES);
  await stage.write({ total: 1 });
  expect((await quote()).quoted.inventoryHeld).toBe(true);
});

it('the number of open holds is limited per partner', async () => {
  stage = await inventoryStage({ total: 200 });
  for (let i = 0; i < MAX_OPEN_HOLDS; i++) expect((await quote('org_a')).quoted.inventoryHeld).toBe(true);
  expect((await quote('org_a')).quoted.inventoryHeld).toBe(false);
  const { quoted, request } = await quote('org_b');
  expect(quoted.inventoryHeld).toBe(true);
  await stage.supplier.release(stage.client.call(), request.quoteId);
  await stage.time.advance(20 * MINUTES);
  expect((await quote('org_a')).quoted.inventoryHeld).toBe(true);
});

it('releasing a hold frees its rooms immediately and only once', async () => {
  stage = await inventoryStage({ total: 2 });
  const { request } = await quote();
  for (let i = 0; i < 2; i++) {
    expect(await stage.supplier.release(stage.client.call(), request.quoteId)).toEqual({
      kind: 'OK',
      value: null,
    });
    expect(await roomsLeft('DBL')).toBe(2);
  }
});

it('a lowered allotment never causes overselling, and cancelled rooms first reduce the excess', async () => {
  stage = await inventoryStage({ total: 3 });
  const first = await stage.order('DBL');
  await stage.sell(first);
  await stage.book('DBL');
  const cell = async () => {
    const [row] = await stage.database.ownerDb`
      SELECT total, sold, held, excess FROM inventory_allotment WHERE room_code = 'DBL' AND night = '2027-05-15'`;
    return row;
  };
  await stage.write({ total: 1 });
  expect(await cell()).toEqual({ total: 2, sold: 2, held: 0, excess: 1 });
  expect(await roomsLeft('DBL')).toBe(0);
  await stage.supplier.cancel(stage.client.call(), knownOf(first));
  expect(await cell()).toEqual({ total: 1, sold: 1, held: 0, excess: 0 });
  expect(await roomsLeft('DBL')).toBe(0);
  await stage.write({ total: 4 });
  expect(await cell()).toEqual({ total: 4, sold: 1, held: 0, excess: 0 });
  expect(await roomsLeft('DBL')).toBe(3);
});

it('a changed price or stop sell is visible in the next search of another process', async () => {
  stage = await inventoryStage({ total: 3 });
  const other = stage.another();
  const price = async () => {
    const [offer] = await other.offers({ ...MAY, occupancies: PAIR }, stage.hotel);
    return offer?.rooms[0]?.nightlyMinor;
  };
  expect(await price()).toEqual([11_150, 11_150, 11_150]);
  const night = { ...SEASON, from: '2027-05-15', to: '2027-05-15', planCode: 'FLEX', roomCode: 'DBL' };
  await stage.write({ rates: [{ ...night, amount: 9_999 }], total: 3 });
  expect(await price()).toEqual([11_150, 9_999, 11_150]);
  await stage.write({ rates: [{ ...night, stopSell: true }], total: 3 });
  const [offer] = await other.offers(MAY, stage.hotel);
  expect(offer?.rooms[0]?.roomCode).toBe('FAM');
  await stage.write({ rates: [{ ...night, stopSell: null }], total: 3 });
  expect(await price()).toEqual([11_150, 9_999, 11_150]);
});

it('a stay across two blocks of nights is priced like a stay within one block', async () => {
  stage = await inventoryStage({ total: 3 });
  for (let day = 1; day <= 20; day++) {
    const checkIn = `2027-06-${String(day).padStart(2, '0')}`;
    const checkOut = `2027-06-${String(day + 10).padStart(2, '0')}`;
    const [offer] = await stage.client.offers({ ...MAY, checkIn, checkOut }, stage.hotel);
    expect(offer?.rooms[0]).toEqual({
      roomCode: 'DBL',
      allotment: 3,
      nightlyMinor: Array.from({ length: 10 }, () => 11_150),
      stayCharges: [],
    });
  }
});
