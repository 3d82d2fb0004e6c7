import type { Redis } from 'ioredis';
import type { MongoHandle } from '../shared/connections/mongo.js';
import type { Deps } from '../shared/operations/deps.js';
import type { Metrics } from '../shared/observability/metrics.js';

/** What the API has beyond what operations use. */
export interface ApiDeps extends Deps {
  readonly mongo: MongoHandle;
  readonly redis: Redis;
  readonly metrics: Metrics;
}
