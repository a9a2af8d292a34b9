/** The first line of a backup, in the clear: what it takes to open the rest. Bound to every chunk, so none of it can be changed. */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../../platform/start-error.ts';

export interface BackupHeader {
  format: 1;
  /** Names the master key without telling it. */
  keyId: string;
  /** Base64. Every backup has a key of its own. */
  salt: string;
}

const MAGIC = 'SERAI-BACKUP ';
const SALT_BYTES = 32;
/** Of the line. */
export const MAX_HEADER_BYTES = 1_024;

export function newHeader(masterKey: Buffer): BackupHeader {
  return { format: 1, keyId: keyIdOf(masterKey), salt: randomBytes(SALT_BYTES).toString('base64') };
}

/** Ten hexadecimal digits that tell one master key from another. */
export function keyIdOf(masterKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'serai backup key id', 5)).toString('hex');
}

export function headerLine(header: BackupHeader): Buffer {
  return Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
}

export function parseHeader(line: string, path: string): BackupHeader {
  const header = line.startsWith(MAGIC) ? readJson(line.slice(MAGIC.length)) : undefined;
  if (header === undefined) {
    throw new StartError(`${path} is no backup of Serai.`, 'Name a file that serai backup has written.');
  }
  if (header.format !== 1) {
    throw new StartError(
      `${path} has the format ${header.format}, which this version does not know.`,
      'Use the version of Serai that wrote it, or a later one.',
    );
  }
  return header;
}

/** Throws when the backup was written under another master key. */
export function chunkKey(masterKey: Buffer, { keyId, salt }: BackupHeader, path: string): Buffer {
  if (keyId !== keyIdOf(masterKey)) {
    throw new StartError(
      `${path} was written under another master key (${keyId}); this one is ${keyIdOf(masterKey)}.`,
      'Give the master key of that time by SERAI_MASTER_KEY, or put its file into the data folder as master-key.',
    );
  }
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.from(salt, 'base64'), 'serai backup', 32));
}

/** What every chunk is bound to. */
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
