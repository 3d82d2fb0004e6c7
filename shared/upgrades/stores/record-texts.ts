import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { BATCH, batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { blockOf } from '../../platform/values/id-blocks.js';
import { textParts } from '../domain/upgrade-search.js';
import type { UpgradeModels } from '../models/models.js';
import type { TextOwner, UpgradeTextRecord } from '../models/upgrade-text.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** An upgrade with the text that it has or gets. */
type TextedUpgrade = Pick<
  UpgradeRecord,
  'organisationId' | 'routerInventoryId' | 'scheduleId' | 'searchText'
>;

const DAY_MS = 86_400_000;
/** How exactly `seenAt` is kept. */
const SEEN_EVERY_MS = 7 * DAY_MS;
/** Also for clocks that differ. */
const KEPT_MS = SEEN_EVERY_MS + DAY_MS;
/** The texts of a batch of upgrades: of each its device, and its request. */
const AT_ONCE = 2 * BATCH;

/**
 * Records the texts of upgrades, before anything writes them to upgrades in blocks of ids whose texts are recorded, or in
 * the same transaction. The worker records those of the other blocks, when no process adds to them any more.
 */
export async function recordTexts(
  { upgradeTexts }: Pick<UpgradeModels, 'upgradeTexts'>,
  upgrades: readonly TextedUpgrade[],
  at: Date,
  session: ClientSession | null = null,
): Promise<void> {
  const texts = new Map(upgrades.flatMap(textsOf).map((text) => [text._id, text]));
  const recent = { seenAt: { $gt: new Date(at.getTime() - SEEN_EVERY_MS) } };
  for (const batch of batchesOf([...texts.values()], AT_ONCE)) {
    const among = {
      organisationId: { $in: [...new Set(batch.map(({ organisationId }) => organisationId))] },
      _id: { $in: batch.map(({ _id }) => _id) },
    };
    const found = await upgradeTexts
      .find({ ...among, ...recent }, { _id: 1 })
      .session(session)
      .batchSize(2 * ONE_ANSWER)
      .lean();
    const known = new Set(found.map(({ _id }) => _id));
    const writes = batch
      .filter(({ _id }) => !known.has(_id))
      .map(({ _id, organisationId, ...fields }) => {
        const update = { $max: { seenAt: at }, $setOnInsert: fields };
        return { updateOne: { filter: { _id, organisationId }, update, upsert: true } };
      });
    if (writes.length > 0)
      await upgradeTexts.bulkWrite(writes, { ...(session ? { session } : {}), ordered: false });
  }
}

/**
 * Records the texts of imported upgrades whose ids are in blocks of which texts are recorded, in the transaction that stores
 * them. Their count in the same transaction makes it conflict with one in which the worker passes such a block.
 */
export async function recordImportedTexts(
  models: Pick<UpgradeModels, 'upgradeCounts' | 'upgradeTexts'>,
  upgrades: readonly (TextedUpgrade & Pick<UpgradeRecord, '_id'>)[],
  at: Date,
  session: ClientSession,
): Promise<void> {
  const organisations = { $in: [...new Set(upgrades.map(({ organisationId }) => organisationId))] };
  const records = await models.upgradeCounts
    .find(
      { _id: organisations, organisationId: organisations },
      { textsTo: 1 },
      { session, batchSize: ONE_ANSWER },
    )
    .lean();
  const recordedTo = new Map(records.map(({ _id, textsTo = 0 }) => [_id, textsTo]));
  const among = upgrades.filter(
    ({ _id, organisationId }) => blockOf(_id) < (recordedTo.get(organisationId) ?? 0),
  );
  await recordTexts(models, among, at, session);
}

/**
 * Deletes the texts of an organisation that no upgrade has any more.
 * @param since when the texts of all its upgrades were begun to be recorded again, which is done
 */
export async function forgetTexts(
  { upgradeTexts }: Pick<UpgradeModels, 'upgradeTexts'>,
  organisationId: number,
  since: Date,
): Promise<void> {
  const unseen = { organisationId, seenAt: { $lt: new Date(since.getTime() - KEPT_MS) } };
  for (let isMore = true; isMore;) {
    const found = await upgradeTexts
      .find(unseen, { _id: 1 })
      .hint('organisation_owner')
      .limit(BATCH)
      .batchSize(ONE_ANSWER)
      .lean();
    const ids = found.map(({ _id }) => _id);
    if (ids.length > 0) await upgradeTexts.deleteMany({ ...unseen, _id: { $in: ids } });
    isMore = ids.length === BATCH;
  }
}

function textsOf(upgrade: TextedUpgrade): Omit<UpgradeTextRecord, 'seenAt'>[] {
  const { organisationId, routerInventoryId, scheduleId, searchText } = upgrade;
  const { device, request } = textParts(searchText);
  return [
    textOf(organisationId, 'device', routerInventoryId, device),
    textOf(organisationId, 'request', scheduleId, request),
  ];
}

function textOf(organisationId: number, owner: TextOwner, ownerId: number, text: string) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { _id: `${organisationId}:${owner}:${ownerId}:${hash}`, organisationId, owner, ownerId, text };
}
