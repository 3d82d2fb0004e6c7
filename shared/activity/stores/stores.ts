import type { Transact } from '../../platform/mongo/transaction.js';
import type { RolloutStores } from '../../rollouts/stores/stores.js';
import type { SsidStores } from '../../ssids/stores/stores.js';
import type { ActivityModels } from '../models/models.js';
import { type EventStore, createEventStore } from './event-store.js';
import { type ObserveStore, createObserveStore } from './observe-store.js';
import { type SeriesStore, createSeriesStore } from './series-store.js';
import { type TallyStore, createTallyStore } from './tally-store.js';

/** The stores of activity and of the families below. */
export interface ActivityStores extends RolloutStores, SsidStores {
  readonly deviceEvents: EventStore;
  readonly observations: ObserveStore;
  readonly onlineSeries: SeriesStore;
  readonly tallies: TallyStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createActivityStores(
  models: ActivityModels,
  transact: Transact,
): Omit<ActivityStores, keyof RolloutStores | keyof SsidStores> {
  return {
    deviceEvents: createEventStore(models),
    observations: createObserveStore(models, transact),
    onlineSeries: createSeriesStore(models),
    tallies: createTallyStore(models),
  };
}
