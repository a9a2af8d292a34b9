import { Card } from '../../../components/card.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { counted, personWords } from '../booking-words.ts';

type Booking = Output<'bookings/show'>['booking'];
type Room = Booking['rooms'][number];

export function RoomsCard({ booking: { rooms, price } }: { booking: Booking }) {
  return (
    <Card title={rooms.length === 1 ? 'Room and guests' : `${rooms.length} rooms and their guests`}>
      <ul className="rooms">
        {rooms.map(room => (
          <li key={room.roomRef}>
            <div className="room-head">
              <strong>{room.name}</strong>
              <span>{formatMoney(room.price.net)}</span>
            </div>
            {room.beds.length > 0 && <p className="faint">{bedWords(room)}</p>}
            <ul className="guests">
              {room.guests.map((guest, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: guests have no id, and their order never changes
                <li key={i}>
                  {[guest.title, personWords(guest)].filter(Boolean).join(' ')}
                  <span className="faint">{guest.age === null ? ' adult' : ` child of ${guest.age}`}</span>
                </li>
              ))}
            </ul>
            {room.specialRequests && <p>Asks for: {room.specialRequests}</p>}
          </li>
        ))}
      </ul>
      {price.payAtProperty.length > 0 && (
        <p className="faint">
          Paid at the property:{' '}
          {price.payAtProperty
            .map(({ description, amount }) => `${description} ${formatMoney(amount)}`)
            .join(', ')}
          .
        </p>
      )}
    </Card>
  );
}

function bedWords({ beds }: Room): string {
  return beds
    .map(({ type, count }) => counted(count, `${type.toLowerCase().replaceAll('_', ' ')} bed`))
    .join(', ');
}
