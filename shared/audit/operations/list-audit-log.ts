import { AppError } from '../../platform/errors/app-error.js';
import type { AuditDeps } from '../deps.js';
import { mayReadAuditLog, type AuditReader } from '../domain/audit-access.js';
import type { AuditEntryRecord } from '../models/audit-entry.js';
import type { AuditFilter, AuditPage, AuditPosition } from '../stores/audit-store.js';

const BATCH = 500;

export interface AuditQuery extends AuditFilter {
  /** The page begins after this entry; null for the newest. */
  readonly before: AuditPosition | null;
}

/**
 * A page of the audit log of the caller's organisation, the newest entries first.
 * @throws AppError forbidden
 */
export function listAuditLog(
  { stores }: AuditDeps,
  reader: AuditReader,
  { before, ...filter }: AuditQuery,
  limit: number,
): Promise<AuditPage> {
  requireReader(reader);
  return stores.audit.page(reader.organisationId, filter, before, limit);
}

/** Every matching entry, the newest first, in batches. @throws AppError forbidden, at once */
export function exportAuditLog(
  { stores }: AuditDeps,
  reader: AuditReader,
  { before, ...filter }: AuditQuery,
): AsyncIterable<AuditEntryRecord[]> {
  requireReader(reader);
  return batches();

  async function* batches(): AsyncGenerator<AuditEntryRecord[], void, undefined> {
    for (let from = before; ;) {
      const { entries, next } = await stores.audit.page(reader.organisationId, filter, from, BATCH);
      if (entries.length > 0) yield entries;
      if (next === null) return;
      from = next;
    }
  }
}

function requireReader(reader: AuditReader): void {
  if (!mayReadAuditLog(reader)) throw new AppError('forbidden');
}
