import { totalmem } from 'node:os';

export interface PostgresOptions {
  readonly socketFolder: string;
  /** Whether committed data survives a crash of the machine. */
  readonly durable: boolean;
}

/** PostgreSQL's settings as command-line arguments, so that a data folder does not keep old ones. */
export function postgresSettings({ socketFolder, durable }: PostgresOptions): string[] {
  const memoryMb = totalmem() / 2 ** 20;
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${Math.round(Math.min(1024, Math.max(128, memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.round(memoryMb / 2)}MB`,
    work_mem: '32MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    // Deadlocks are reported quickly and as errors, so that the gateway can retry the statement.
    deadlock_timeout: '20ms',
    'documentdb.throwDeadlockOnCRUD': 'on',
    checkpoint_timeout: '15min',
    wal_compression: 'lz4',
    default_toast_compression: 'lz4',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    // The gateway returns errors to its clients.
    log_min_error_statement: 'fatal',
    shared_preload_libraries: 'pg_cron, pg_documentdb_core, pg_documentdb, pg_documentdb_extended_rum',
    'cron.database_name': 'postgres',
    'cron.use_background_workers': 'on',
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    // Each second these would open connections to look for indexes to build, which createIndexes has built already.
    'documentdb.enableBackgroundWorkerJobs': 'off',
    // Required for sorts from an index.
    'documentdb.alternate_index_handler_name': 'extended_rum',
    // Merges sorted ranges of one index, as MongoDB does, and does not sort all devices of several networks.
    'documentdb.enable_merge_sort_for_in_prefix': 'on',
    'documentdb.localhost_connection_string': `host=${socketFolder}`,
    // Cursors keep their state in files, so that they do not occupy connections.
    'documentdb.useFileBasedPersistedCursors': 'on',
    'documentdb.defaultCursorExpiryTimeLimitSeconds': '600',
    // Without fsync only a crash of the machine loses data, not a killed process.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
