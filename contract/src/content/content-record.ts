/**
 * What the records of the catalogue share. A `name` is a string and the `language` beside it says which language it is
 * really in; every longer text is an object with its own `language`. Unknown values are null; a member that has to be
 * asked for with `include` is absent otherwise.
 */
import { z } from 'zod';
import { localisedText } from '../shared/text.ts';
import { choice, count, flag, instant, languageTag, listCode } from '../shared/values.ts';

export const CONTENT_DEADLINE_MS = 15_000;
export const MAX_CONTENT_PAGE = 1_000;
export const DEFAULT_CONTENT_PAGE = 100;

/** Removed records stay and say so, so that a copy of the catalogue can follow. */
export const RECORD_STATUSES = ['ACTIVE', 'INACTIVE', 'MERGED'] as const;

export const recordStatus = () =>
  choice(RECORD_STATUSES).describe('INACTIVE and MERGED records are kept with their last data.');

export const nameLanguage = () =>
  languageTag().describe('Language of `name`: the one asked for, or a fallback.');

export const askedLanguage = () =>
  languageTag()
    .optional()
    .describe('Language of texts. Where there is none in it, another is given and tagged.');

export const updatedSince = () =>
  instant()
    .optional()
    .describe(
      'Only records changed at this moment or later, those that became INACTIVE or MERGED included. To miss none, send `meta.processedAt` of the first page of the run before.',
    );

/** A facility of one hotel or room. */
export const facilityUse = () =>
  z.strictObject({
    code: listCode().describe('As the facility list explains it.'),
    surcharge: flag().nullable().describe('Whether the guest pays extra. Null where it is not known.'),
  });

export const IMAGE_KINDS = [
  'EXTERIOR',
  'LOBBY',
  'ROOM',
  'BATHROOM',
  'RESTAURANT',
  'BAR',
  'POOL',
  'WELLNESS',
  'BEACH',
  'BUSINESS',
  'SURROUNDINGS',
  'OTHER',
] as const;

export const image = () =>
  z.strictObject({
    url: z.url(),
    kind: choice(IMAGE_KINDS),
    caption: localisedText().nullable(),
    width: count(1, 100_000).nullable().describe('Pixels.'),
    height: count(1, 100_000).nullable().describe('Pixels.'),
  });

/** How an unchanged answer is recognised; part of the description of every content operation. */
export const ETAG_NOTE =
  'The answer carries an `ETag` over its data without `meta`. Send it as `If-None-Match`; an unchanged answer is then 304 without a body.';
