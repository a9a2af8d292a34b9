import { instant } from '../shared/values.ts';

/** The two members that narrow a list to a span of time, half-open. */
export const timeRange = () => ({
  from: instant().optional().describe('Not before this instant.'),
  to: instant().optional().describe('Before this instant.'),
});
