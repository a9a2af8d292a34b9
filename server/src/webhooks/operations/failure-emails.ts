import { FORMER_USER, type showWebhook } from '@serai/contract/account/webhooks.ts';
import type { z } from 'zod';
import { shownActor, type Viewer } from '../../platform/operations/operator/shown-actor.ts';
import type { StoredEndpoint } from '../endpoints/stored-endpoint-store.ts';
import type { FailureRecipients, WebhookOperationParts } from './operation-parts.ts';
import { instantOrNull } from './stored-views.ts';

type FailureEmails = z.input<typeof showWebhook.output>['failureEmails'];

/** Who has been and will be emailed about an endpoint that fails or is disabled. */
export async function failureEmails(
  { status, health, notices, organisationId }: StoredEndpoint,
  viewer: Viewer,
  recipientsOf: WebhookOperationParts['failureRecipients'],
): Promise<FailureEmails> {
  if (status !== 'DISABLED' && health.disablesAt === null) return null;
  const known = await recipientsOf?.(organisationId);
  const next = recipientsOf === undefined ? null : notices.nextAt;
  const sentTo = notices.mailedTo?.map(address =>
    shownRecipient(viewer, address, notices.mailedStaff, known),
  );
  const nextTo = (known?.addresses ?? []).map(address => shownActor(viewer, address, known?.isStaff ?? true));
  return {
    isOn: recipientsOf !== undefined,
    sentAt: instantOrNull(notices.mailedAt),
    sentTo: sentTo === undefined ? null : [...new Set(sentTo)],
    nextAt: instantOrNull(next),
    nextTo: next === null ? [] : [...new Set(nextTo)],
  };
}

/** Partner users see no address of staff. If it was not recorded who got the emails, all but their own users may be staff. */
function shownRecipient(
  viewer: Viewer,
  address: string,
  wereStaff: boolean | null,
  known: FailureRecipients | undefined,
): string {
  const isUser = known?.users.includes(address);
  const shown = shownActor(viewer, address, wereStaff ?? isUser !== true);
  return viewer.staff !== true && shown === address && isUser === false ? FORMER_USER : shown;
}
