import type { account } from '@serai/contract/account/account.ts';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/connect.ts';
import type { People } from '../../people/people.ts';
import { findPerson } from '../../people/person-store.ts';

/** Undefined when there is no such person. */
export async function accountView(
  { db, people }: { db: Database; people: People },
  personId: string,
): Promise<z.input<typeof account> | undefined> {
  const person = await findPerson(db, personId);
  if (person === undefined) return undefined;
  const { name, email, createdAt, passwordChangedAt, hasSecondFactor } = person;
  return {
    name,
    email,
    createdAt: createdAt.toISOString(),
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    secondFactor: hasSecondFactor,
    backupCodesLeft: hasSecondFactor ? (await people.listBackupCodes(db, personId)).length : 0,
  };
}
