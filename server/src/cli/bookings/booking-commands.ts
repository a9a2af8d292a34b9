/** The commands `serai bookings …`, in the order of help. */
import type { Command } from '../frame/command.ts';
import { bookingsListCommand } from './list.ts';
import { bookingsResolveCommand } from './resolve.ts';
import { bookingsShowCommand } from './show.ts';
import { bookingsSummaryCommand } from './summary.ts';

export const BOOKING_COMMANDS: readonly Command[] = [
  bookingsListCommand,
  bookingsSummaryCommand,
  bookingsShowCommand,
  bookingsResolveCommand,
];
