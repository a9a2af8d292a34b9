/**
 * Fields that the catalogue records share. The `language` next to a `name` is its actual language. Longer texts
 * are objects with their own `language`. Unknown values are null. Fields that must be requested with `include`
 * are otherwise omitted.
 */
import { z } from 'zod';
import { localisedText } from '../shared/text.ts';
import { choice, count, flag, instantInput, languageTag, listCode } from '../shared/values.ts';
import { IMAGE_KINDS } from './code-lists.ts';

export const CONTENT_DEADLINE_MS = 15_000;
export const MAX_CONTENT_PAGE = 1_000;
export const DEFAULT_CONTENT_PAGE = 100;

/** Removed records stay in the catalogue with their status, so that mirrors notice the removal. */
export const RECORD_STATUSES = ['ACTIVE', 'INACTIVE', 'MERGED'] as const;

export const recordStatus = () =>
  choice(RECORD_STATUSES).describe('`INACTIVE` and `MERGED` records keep their last data.');

export const nameLanguage = () =>
  languageTag().describe('Actual language of `name`: the requested one or a fallback.');

export const requestedLanguage = () =>
  languageTag()
    .optional()
    .describe(
      'Preferred language of texts. If there is no translation, another language is used and stated in the response.',
    );

export const updatedSince = () =>
  instantInput()
    .optional()
    .describe(
      'Only records that changed at this time or later, including those that became `INACTIVE` or `MERGED`. To avoid missing changes, send `meta.processedAt` from the first page of the previous run.',
    );

export const facilityUse = () =>
  z.strictObject({
    code: listCode().describe('Code from the facility list.'),
    surcharge: flag().nullable().describe('Whether the guest pays extra. Null if it is not known.'),
  });

export const image = () =>
  z.strictObject({
    url: z.url(),
    kind: choice(IMAGE_KINDS),
    caption: localisedText().nullable(),
    width: count(1, 100_000).nullable().describe('Pixels.'),
    height: count(1, 100_000).nullable().describe('Pixels.'),
  });

/** Added to the description of every content operation. */
export const ETAG_NOTE =
  'The response has an `ETag` of its data without `meta`. Send it as `If-None-Match`; if nothing has changed, the response is 304 without a body.';
