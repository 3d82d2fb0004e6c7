import type { Transact } from '../platform/mongo/transaction.js';
import type { RolloutStores } from '../rollouts/deps.js';
import type { SsidStores } from '../ssids/deps.js';
import type { ActivityModels } from './models/models.js';
import { createEventStore } from './stores/event-store.js';
import { createFormerDeviceStore } from './stores/former-device-store.js';
import { createObserveStore } from './stores/observe-store.js';
import { createSeriesStore } from './stores/series-store.js';
import { createSiteStore } from './stores/site-store.js';
import { createTallyStore } from './stores/tally-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createActivityStores(models: ActivityModels, transact: Transact) {
  return {
    deviceEvents: createEventStore(models),
    formerDevices: createFormerDeviceStore(models),
    observations: createObserveStore(models, transact),
    onlineSeries: createSeriesStore(models),
    sites: createSiteStore(models),
    tallies: createTallyStore(models),
  };
}

/** The stores of activity and of the families below. */
export interface ActivityStores extends RolloutStores, SsidStores, ReturnType<typeof createActivityStores> {}

/** What operations on activity may use. */
export type ActivityDeps = BaseDeps<ActivityStores>;
