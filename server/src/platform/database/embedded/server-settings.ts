/**
 * The embedded server's settings. They are passed on the command line, so that no edited or outdated file can change
 * them.
 */
import { statSync } from 'node:fs';

export type ServerSettings = Readonly<Record<string, string>>;

export function serverSettings(
  socketFolder: string,
  owner: { uid: number },
  more: ServerSettings = {},
): ServerSettings {
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    // By default, containers have 64 MB of shared memory, which parallel workers exceed. Short queries do not benefit
    // from parallel workers.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    dynamic_shared_memory_type: hasSharedMemory(owner) ? 'posix' : 'mmap',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Statements contain personal data in their values. The application reports its errors itself.
    log_min_error_statement: 'panic',
    logging_collector: 'off',
    ...more,
  };
}

/** A chroot may have no /dev/shm, or one that only root may write to. */
function hasSharedMemory(owner: { uid: number }): boolean {
  if (process.platform !== 'linux') return true;
  const folder = statSync('/dev/shm', { throwIfNoEntry: false });
  return folder !== undefined && ((folder.mode & 0o002) !== 0 || folder.uid === owner.uid);
}
