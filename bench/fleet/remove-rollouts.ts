import type { TwoSizes } from './bench-fleet.js';

/** Deletes all rollouts and upgrades of both organisations. */
export async function removeRollouts({ mongo, small, large }: TwoSizes): Promise<void> {
  const organisationId = { $in: [small.id, large.id] };
  await mongo.models.rollouts.deleteMany({ organisationId });
  await mongo.models.upgrades.deleteMany({ organisationId });
  await mongo.models.upgradeCounts.deleteMany({ organisationId });
  for (const { id } of [small, large]) {
    await mongo.models.rolloutPreviews.deleteMany({ organisationId: id });
    await mongo.models.previewLists.deleteMany({ organisationId: id });
    await mongo.models.rolloutControls.deleteMany({ organisationId: id });
    await mongo.models.rolloutLooks.deleteMany({ organisationId: id });
    await mongo.models.rolloutSeries.deleteMany({ organisationId: id });
  }
}
