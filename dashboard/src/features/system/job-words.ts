/** What the service does by itself, in words. */
const WORDS: Readonly<Record<string, string>> = {
  'booking.reconcile': 'Finds out what became of bookings with an open outcome',
  'booking.reread': 'Reads bookings again that may have changed at the provider',
  'booking.stay-end': 'Ends stays after check-out',
  'booking.deadline': 'Tells of free cancellations that are about to end',
  'booking.sweep': 'Looks for reservations that no booking has',
  'booking.tidy': 'Takes away what is kept for a time only',
  webhooks: 'Sends events to webhook endpoints',
};

export function jobWords(kind: string): string {
  return WORDS[kind] ?? '';
}
