import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { CLI, INSTALLATION, newEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { ImportModels } from '../models/models.js';

/** Called before the records of some organisations are written; with a session within its transaction. */
export type AuditChanges = (organisationIds: readonly number[], session?: ClientSession) => Promise<void>;

/** The entries of one import in the audit log. */
export interface AuditedImport {
  /** Writes the entry of the import in each organisation, unless it is there. */
  readonly audit: AuditChanges;
  /** Ends the import: another import of the same file gets entries of its own. */
  end(): Promise<void>;
}

const CONTINUED_MS = 24 * 3_600_000;

/**
 * The entries of imports in the audit log: one for each organisation that an import changes, however often it is killed
 * and repeated. An entry comes before the changes, because an import is many transactions.
 */
export function createImportAuditStore(models: ImportModels) {
  const { unfinishedImports } = models;
  return {
    /**
     * Begins an import, or continues one of the same file that was interrupted less than a day ago.
     * @param digest the SHA-256 of the fleet file; null when the fleet is not a file
     */
    async begin(digest: string | null, at: Date): Promise<AuditedImport> {
      const since = new Date(at.getTime() - CONTINUED_MS);
      const found =
        digest === null
          ? null
          : await unfinishedImports.findOne({ _id: digest, startedAt: { $gt: since } }).lean();
      const run = found?.run ?? randomUUID();
      const audited = new Set<number>();
      let isKept = digest === null || found !== null;
      return {
        async audit(organisationIds, session) {
          const ids = [...new Set(organisationIds)].filter((id) => !audited.has(id));
          if (ids.length === 0) return;
          if (!isKept) {
            const $set = { run, startedAt: at };
            await unfinishedImports.updateOne({ _id: digest ?? '' }, { $set }, { upsert: true });
            isKept = true;
          }
          const entries = ids.map((organisationId) => {
            const change = { organisationId, at, action: 'fleet.imported', subject: 'fleet' };
            const entry = newEntry({ ...change, after: { file_sha256: digest } }, CLI);
            return { ...entry, id: `import_${run}_${organisationId}` };
          });
          await writeEntries(models, entries, session);
          // A transaction may be repeated without them.
          if (!session) for (const id of ids) audited.add(id);
        },
        async end() {
          if (digest !== null && isKept) await unfinishedImports.deleteOne({ _id: digest });
        },
      };
    },
  };
}

/** The organisation of a record; {@link INSTALLATION} for records of the installation. */
export function organisationOf(record: object): number {
  const of = 'organisationId' in record ? record.organisationId : null;
  return typeof of === 'number' ? of : INSTALLATION;
}
