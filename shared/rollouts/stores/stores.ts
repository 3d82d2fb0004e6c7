import type { WebhookStores } from '../../webhooks/stores/stores.js';
import type { RolloutModels } from '../models/models.js';
import { createRolloutDeviceStore, type RolloutDeviceStore } from './rollout-device-store.js';
import { createRolloutDispatchStore, type RolloutDispatchStore } from './rollout-dispatch-store.js';
import { createRolloutHealthStore, type RolloutHealthStore } from './rollout-health-store.js';
import { createRolloutMemberStore, type RolloutMemberStore } from './rollout-member-store.js';
import { createRolloutNetworkStore, type RolloutNetworkStore } from './rollout-network-store.js';
import { createRolloutPreviewStore, type RolloutPreviewStore } from './rollout-preview-store.js';
import { createRolloutStore, type RolloutStore } from './rollout-store.js';
import { createRolloutTargetStore, type RolloutTargetStore } from './rollout-target-store.js';
import { createRolloutUpgradeStore, type RolloutUpgradeStore } from './rollout-upgrade-store.js';

/** The stores of rollouts and of the families below. */
export interface RolloutStores extends WebhookStores {
  readonly rollouts: RolloutStore;
  readonly rolloutDevices: RolloutDeviceStore;
  readonly rolloutDispatch: RolloutDispatchStore;
  readonly rolloutHealth: RolloutHealthStore;
  readonly rolloutMembers: RolloutMemberStore;
  readonly rolloutNetworks: RolloutNetworkStore;
  readonly rolloutPreviews: RolloutPreviewStore;
  readonly rolloutTargets: RolloutTargetStore;
  readonly rolloutUpgrades: RolloutUpgradeStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createRolloutStores(models: RolloutModels): Omit<RolloutStores, keyof WebhookStores> {
  const rolloutMembers = createRolloutMemberStore(models);
  return {
    rollouts: createRolloutStore(models),
    rolloutDevices: createRolloutDeviceStore(models),
    rolloutDispatch: createRolloutDispatchStore(models),
    rolloutHealth: createRolloutHealthStore(models),
    rolloutMembers,
    rolloutPreviews: createRolloutPreviewStore(models),
    rolloutTargets: createRolloutTargetStore(models, rolloutMembers),
    rolloutNetworks: createRolloutNetworkStore(models),
    rolloutUpgrades: createRolloutUpgradeStore(models),
  };
}
