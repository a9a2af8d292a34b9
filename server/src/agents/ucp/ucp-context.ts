/** What the operations of a session may use: the operations of the API with the token of the caller, and its sessions. */
import type { Operation } from '@serai/contract/operation.ts';
import type { Scope } from '@serai/contract/scopes.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import type { Platform } from './negotiate.ts';
import type { QuotedStay, Session } from './session.ts';

export interface Called {
  answer: Answer;
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the operation that it called
  body: any;
}

export type SessionChange = Partial<
  Pick<Session, 'state' | 'endedBecause' | 'attempt' | 'expiresAt' | 'quoted' | 'people'>
>;

export interface UcpContext {
  platform: Platform;
  scopes: ReadonlySet<Scope>;
  nowMs(): number;
  /** Rejects only if the outcome is unknown. */
  call(operation: Operation, input: object): Promise<Called>;
  insert(session: Pick<Session, 'sessionId' | 'quoted' | 'people'>): Promise<Session>;
  find(sessionId: string): Promise<Session | undefined>;
  /** Returns undefined if the session has changed since it was read. */
  change(session: Session, set: SessionChange): Promise<Session | undefined>;
  findQuote(quoteId: string): Promise<QuotedStay | undefined>;
  /** Releases the rooms that are held for the quote. Never waits and never throws. */
  release(quoteId: string): void;
}

/** An answer of an operation that is returned as it is, because it says nothing about the session. */
export class PassedOn extends Error {
  override readonly name = 'PassedOn';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`an operation failed with ${answer.code}`);
    this.answer = answer;
  }
}
