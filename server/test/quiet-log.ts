/** A log for tests that look at behaviour, not at lines. */
import type { DatabaseLog } from '../src/platform/database/database-log.ts';

export const quietLog: DatabaseLog = { info() {}, warn() {}, error() {} };
