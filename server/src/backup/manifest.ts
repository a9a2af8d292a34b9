import { z } from 'zod';

const table = z.object({
  name: z.string(),
  /** The columns that can be written. Generated columns are omitted. */
  columns: z.array(z.string()).min(1),
  isPartitioned: z.boolean(),
});

const migration = z.object({ number: z.int(), name: z.string(), checksum: z.string() });

/** The first frame. */
export const backupManifest = z.object({
  version: z.string(),
  /** The database time at which the snapshot was taken. */
  takenAt: z.iso.datetime(),
  /** Set if a recovery was in progress. Changes at providers since this time have not been compared yet. */
  uncomparedSince: z.iso.datetime().optional(),
  /** Identifies the master key, which is also needed to decrypt secrets in the rows. */
  keyId: z.string(),
  server: z.string(),
  migrations: z.array(migration).min(1),
  /** Each table comes after the tables it refers to. */
  tables: z.array(table),
  leftOut: z.array(z.object({ name: z.string(), why: z.string() })),
  /** The days for which the request log has a partition. */
  requestLogDays: z.array(z.iso.date()),
});

/** The frame after the rows of a table. */
export const copiedTable = z.object({
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  /** The hash of the rows as the database wrote them. */
  sha256: z.string(),
});

/** The last frame. */
export const backupEnd = z.object({
  tables: z.array(copiedTable),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export type BackupManifest = z.output<typeof backupManifest>;
export type BackedUpTable = BackupManifest['tables'][number];
export type CopiedTable = z.output<typeof copiedTable>;
export type BackupEnd = z.output<typeof backupEnd>;

export const MANIFEST = 'M';
export const TABLE = 'T';
export const ROWS = 'R';
export const TABLE_END = 'E';
export const END = 'Z';
