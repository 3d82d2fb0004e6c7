import type { WebhookStores } from '../webhooks/deps.js';
import type { RolloutModels } from './models/models.js';
import { createReleaseUseStore } from './stores/release-use-store.js';
import { createRolloutCanaryStore } from './stores/rollout-canary-store.js';
import { createRolloutDeviceStore } from './stores/rollout-device-store.js';
import { createRolloutDispatchStore } from './stores/rollout-dispatch-store.js';
import { createRolloutHealthStore } from './stores/rollout-health-store.js';
import { createRolloutLookStore } from './stores/rollout-look-store.js';
import { createRolloutMemberStore } from './stores/rollout-member-store.js';
import { createRolloutNetworkStore } from './stores/rollout-network-store.js';
import { createRolloutPreviewStore } from './stores/rollout-preview-store.js';
import { createRolloutSeriesStore } from './stores/rollout-series-store.js';
import { createRolloutStore } from './stores/rollout-store.js';
import { createRolloutTargetStore } from './stores/rollout-target-store.js';
import { createRolloutUpgradeStore } from './stores/rollout-upgrade-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createRolloutStores(models: RolloutModels) {
  const rolloutMembers = createRolloutMemberStore(models);
  return {
    releaseUse: createReleaseUseStore(models),
    rollouts: createRolloutStore(models),
    rolloutCanaries: createRolloutCanaryStore(models),
    rolloutDevices: createRolloutDeviceStore(models),
    rolloutDispatch: createRolloutDispatchStore(models),
    rolloutHealth: createRolloutHealthStore(models),
    rolloutLooks: createRolloutLookStore(models),
    rolloutMembers,
    rolloutSeries: createRolloutSeriesStore(models),
    rolloutPreviews: createRolloutPreviewStore(models),
    rolloutTargets: createRolloutTargetStore(models, rolloutMembers),
    rolloutNetworks: createRolloutNetworkStore(models),
    rolloutUpgrades: createRolloutUpgradeStore(models),
  };
}

/** The stores of rollouts and of the families below. */
export interface RolloutStores extends WebhookStores, ReturnType<typeof createRolloutStores> {}

/** What operations on rollouts may use. */
export type RolloutDeps = BaseDeps<RolloutStores>;
