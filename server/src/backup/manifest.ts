/** What a backup says about itself. */
import { z } from 'zod';

const table = z.object({
  name: z.string(),
  /** Those that can be written; what the database reckons by itself is not among them. */
  columns: z.array(z.string()).min(1),
  isPartitioned: z.boolean(),
});

const migration = z.object({ number: z.int(), name: z.string(), checksum: z.string() });

/** The first frame. */
export const backupManifest = z.object({
  version: z.string(),
  /** Of the database, the moment whose state it holds. */
  takenAt: z.iso.datetime(),
  /** Where a recovery was under way: what providers took since then was not compared yet. */
  uncomparedSince: z.iso.datetime().optional(),
  /** Names the master key that opens what is sealed in the rows too. */
  keyId: z.string(),
  server: z.string(),
  migrations: z.array(migration).min(1),
  /** In an order in which each stands behind what it refers to. */
  tables: z.array(table),
  leftOut: z.array(z.object({ name: z.string(), why: z.string() })),
  /** That the request log has a partition for. */
  requestLogDays: z.array(z.iso.date()),
});

/** The frame behind the rows of a table. */
export const copiedTable = z.object({
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  /** Of the rows as the database wrote them. */
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

/** Kinds of frames. */
export const MANIFEST = 'M';
export const TABLE = 'T';
export const ROWS = 'R';
export const TABLE_END = 'E';
export const END = 'Z';
