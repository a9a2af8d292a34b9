/**
 * Browsers that use the dashboard of a test app. Their sessions come from one-time links for the operator or a
 * partner, with any role.
 */
import type { Role } from '@serai/contract/roles.ts';
import { expect } from 'vitest';
import { createSignInLink } from '../src/account/sign-in.ts';
import type { HttpAnswer, TestApp } from './test-app.ts';

export type Ask = (name: string, input?: object) => Promise<HttpAnswer>;

/** Makes calls as a person who has just opened a sign-in link. */
export async function openLink(app: TestApp, organisationId: string, role: Role): Promise<Ask> {
  const origin = app.dashboardUrl as string;
  const { token } = await createSignInLink(app.database.db, organisationId, role);
  const signedIn = await app.operate('session/sign-in', { token }, { origin, authorization: '' });
  expect(signedIn.status, signedIn.text).toBe(200);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] as string;
  return async (name, input = {}) => {
    const response = await fetch(`${origin}/api/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
  };
}

export async function createPartner(app: TestApp, name = 'Northern Travel'): Promise<string> {
  const { json } = await app.operate('partners/create', { name });
  return json.partner.partnerId;
}

export async function firstCompanies(app: TestApp): Promise<{ operatorId: string; partnerId: string }> {
  const rows = await app.database.db<{ id: string; kind: string }[]>`
    SELECT id, kind FROM organisation ORDER BY kind, created_at, id LIMIT 2`;
  const [operator, direct] = rows;
  expect([operator?.kind, direct?.kind]).toEqual(['OPERATOR', 'PARTNER']);
  return { operatorId: operator?.id as string, partnerId: direct?.id as string };
}
