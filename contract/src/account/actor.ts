import { z } from 'zod';

/** Who did something, as the audit names them: a person, the operator token, or the service itself. */
export const actor = () =>
  z.string().describe('Who did it: a person, `operator-token`, or `service` for the service itself.');
