import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Flag,
  Hourglass,
  type LucideIcon,
  RotateCcw,
  UserX,
} from 'lucide-react';
import { Badge } from '../../components/feedback.tsx';
import { STATE_TONES, STATE_WORDS } from './booking-words.ts';

const ICONS: Readonly<Record<BookingState, LucideIcon>> = {
  PENDING: Clock,
  ON_REQUEST: Hourglass,
  CONFIRMED: CircleCheck,
  REJECTED: CircleX,
  CANCEL_PENDING: RotateCcw,
  CANCELLED: CircleSlash,
  COMPLETED: Flag,
  NO_SHOW: UserX,
};

export function StatusBadge({ status }: { status: BookingState }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={STATE_TONES[status]}>
      <Icon size={14} aria-hidden /> {STATE_WORDS[status]}
    </Badge>
  );
}
