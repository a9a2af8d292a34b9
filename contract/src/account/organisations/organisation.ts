import { z } from 'zod';
import { organisationId } from '../../shared/ids.ts';
import { lineOfText } from '../../shared/text.ts';
import { instant } from '../../shared/values.ts';

export const organisationName = () => lineOfText(100).describe('Name people see.');

export const organisation = z.strictObject({
  organisationId: organisationId(),
  name: organisationName(),
  createdAt: instant(),
});

export const ORGANISATION_EXAMPLE = {
  organisationId: 'org_01J9ZC4T3E',
  name: 'Northern Travel',
  createdAt: '2026-07-01T09:00:00Z',
} satisfies z.input<typeof organisation>;
