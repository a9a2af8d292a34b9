/** The self-description of a backup. */
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
  /** The database time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** Set if a recovery was in progress: changes at providers since then were not compared yet. */
  uncomparedSince: z.iso.datetime().optional(),
  /** Identifies the master key, which also decrypts secrets in the rows. */
  keyId: z.string(),
  server: z.string(),
  migrations: z.array(migration).min(1),
  /** Each table comes after those it refers to. */
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
  /** Hash of the rows as the database wrote them. */
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

/** Frame types. */
export const MANIFEST = 'M';
export const TABLE = 'T';
export const ROWS = 'R';
export const TABLE_END = 'E';
export const END = 'Z';
