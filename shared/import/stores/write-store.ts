import type { ClientSession, Model } from 'mongoose';
import type { ImportModels } from '../models/models.js';
import type { OrganisationRecord } from '../../access/models/organisation.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { NetworkSequences } from '../../configuration/records/stores/configuration-sequences.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { FleetKind, FleetRecords } from './fleet-records.js';
import { countImported } from '../../upgrades/stores/count-changes.js';
import { recordImportedTexts } from '../../upgrades/stores/record-texts.js';
import { organisationOf, type AuditChanges } from './import-audit-store.js';
import { hasRaise, raiseSequences } from './raise-sequences.js';
import { readRecords, upsertRecords, writeRecords, type Upserted } from './upsert-records.js';

type IdOf<Kind extends FleetKind> = FleetRecords[Kind]['_id'];

/** Only the operator of the installation imports, so there is no caller and no scope. */
export function createFleetWriteStore(models: ImportModels, transact: Transact, sequences: NetworkSequences) {
  const modelOf = <Kind extends FleetKind>(kind: Kind) =>
    models[kind] as unknown as Model<FleetRecords[Kind]>;
  return {
    /** Stored records by id, at most 1,000. */
    read: <Kind extends FleetKind>(
      kind: Kind,
      ids: readonly IdOf<Kind>[],
    ): Promise<Map<IdOf<Kind>, FleetRecords[Kind]>> => readRecords(modelOf(kind), ids, {}),
    /**
     * Brings at most 1,000 records to what `build` makes of the stored ones. Writes only what differs. Records that
     * configure or identify devices are written in a transaction with the sequences and revisions that say so.
     */
    async upsert<Kind extends FleetKind>(
      kind: Kind,
      ids: readonly IdOf<Kind>[],
      audit: AuditChanges,
      build: (id: IdOf<Kind>, existing: FleetRecords[Kind] | null) => FleetRecords[Kind],
    ): Promise<Upserted<FleetRecords[Kind]>> {
      const before = ({ inserted, changed }: Upserted<object>, session?: ClientSession) => {
        // A token that is imported again only expires later.
        const kept = kind === 'accessTokens' ? [] : changed.map(({ after }) => after);
        const written: object[] = [...inserted, ...kept];
        const idOf =
          kind === 'organisations' ? (of: object) => (of as OrganisationRecord)._id : organisationOf;
        return audit(written.map(idOf), session);
      };
      // No device depends on a record of these kinds that is not stored yet.
      const isNewOnly = kind === 'networks' || kind === 'masterInventory';
      if (isNewOnly && (await readRecords(modelOf(kind), ids, {})).size === 0) {
        const plans = ids.map((id) => ({ before: null, after: build(id, null) }));
        return writeRecords(modelOf(kind), plans, { before });
      }
      if (!hasRaise(kind)) return upsertRecords(modelOf(kind), ids, build, { before });
      const upserted = await transact(0, async (session) => {
        const done = await upsertRecords(modelOf(kind), ids, build, { before, session });
        await raiseSequences({ models, sequences }, kind, done as never, session);
        return done;
      });
      // Committed: later batches need not write the entry again.
      await before(upserted);
      return upserted;
    },
    /** Adds at most 1,000 upgrades with their schedules in one transaction. */
    async addUpgrades(
      schedules: readonly ScheduleRecord[],
      upgrades: readonly UpgradeRecord[],
      audit: AuditChanges,
      at: Date,
    ): Promise<void> {
      await transact(0, async (session) => {
        await audit([...schedules, ...upgrades].map(organisationOf), session);
        await recordImportedTexts(models, upgrades, at, session);
        if (schedules.length > 0) await models.schedules.insertMany(schedules, { session, lean: true });
        await models.upgrades.insertMany(upgrades, { session, lean: true });
        await countImported(models, upgrades, session);
      });
    },
  };
}
