/**
 * The first line of a backup, in plain text. It contains what is needed to decrypt the rest. Every chunk is bound to
 * it, so a change to it is detected.
 */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../../platform/start-error.ts';

export interface BackupHeader {
  format: 1;
  /** Identifies the master key without revealing it. */
  keyId: string;
  /** Base64. The key of the backup is derived from this salt and the master key. */
  salt: string;
}

const MAGIC = 'SERAI-BACKUP ';
const SALT_BYTES = 32;
export const MAX_HEADER_BYTES = 1_024;

export function newHeader(masterKey: Buffer): BackupHeader {
  return { format: 1, keyId: keyIdOf(masterKey), salt: randomBytes(SALT_BYTES).toString('base64') };
}

/** Returns ten hexadecimal digits that identify a master key. */
export function keyIdOf(masterKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'serai backup key id', 5)).toString('hex');
}

export function headerLine(header: BackupHeader): Buffer {
  return Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
}

export function parseHeader(line: string, path: string): BackupHeader {
  const header = line.startsWith(MAGIC) ? readJson(line.slice(MAGIC.length)) : undefined;
  if (header === undefined) {
    throw new StartError(`${path} is not a Serai backup.`, 'Use a file that was written by serai backup.');
  }
  if (header.format !== 1) {
    throw new StartError(
      `${path} has the format ${header.format}, which this version does not support.`,
      'Use the version of Serai that wrote it, or a later one.',
    );
  }
  return header;
}

/** Throws if the backup was written with another master key. */
export function chunkKey(masterKey: Buffer, { keyId, salt }: BackupHeader, path: string): Buffer {
  if (keyId !== keyIdOf(masterKey)) {
    throw new StartError(
      `${path} was written with another master key (${keyId}). The current one is ${keyIdOf(masterKey)}.`,
      'Set SERAI_MASTER_KEY to the key that was used at that time, or copy its file to the data folder as master-key.',
    );
  }
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.from(salt, 'base64'), 'serai backup', 32));
}

/** Returns the value that every chunk is bound to. */
export function headerMark(line: Buffer): Buffer {
  return createHash('sha256').update(line).digest();
}

function readJson(text: string): BackupHeader | undefined {
  try {
    const value = JSON.parse(text) as Partial<BackupHeader>;
    const isHeader =
      typeof value.format === 'number' && typeof value.keyId === 'string' && typeof value.salt === 'string';
    return isHeader ? (value as BackupHeader) : undefined;
  } catch {
    return undefined;
  }
}
