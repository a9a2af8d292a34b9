/** The names of the MCP tools, in the order in which an agent uses them. Names are added, never changed. */
export const TOOL_NAMES = [
  'search_places',
  'search_stays',
  'get_hotel',
  'quote_stay',
  'book_stay',
  'get_booking',
  'list_bookings',
  'quote_cancellation',
  'cancel_booking',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
