import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { choice, listCode } from '../shared/values.ts';
import { askedLanguage, CONTENT_DEADLINE_MS, ETAG_NOTE, nameLanguage } from './content-record.ts';
import { FACILITY_GROUPS } from './facility-list.ts';

const facility = z.strictObject({
  code: listCode(),
  name: z.string(),
  language: nameLanguage(),
  group: choice(FACILITY_GROUPS).describe('ROOM facilities belong to rooms, the others to hotels.'),
});

export const facilities = defineOperation({
  name: 'facilities',
  path: '/content/hotels/v1/facilities',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Read the facilities',
  description: `Every facility code of hotels and rooms with its group, in one answer. ${ETAG_NOTE}`,
  input: z.strictObject({ language: askedLanguage() }),
  output: z.strictObject({ facilities: z.array(facility) }),
});

export type FacilitiesRequest = z.infer<typeof facilities.input>;
export type FacilitiesAnswer = z.infer<typeof facilities.output>;
