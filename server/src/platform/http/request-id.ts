import { newId } from '../ids/ids.ts';

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Returns the client's id if it sent exactly one valid id, otherwise a new id. */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && VALID.test(sent) ? sent : newId('req');
}
