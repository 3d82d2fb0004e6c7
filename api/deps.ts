import type { AccessEpoch } from '../shared/platform/redis/access-epoch.js';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import type { Database } from '../shared/composition/database.js';
import type { IndexCheck } from '../shared/platform/migrations/check-indexes.js';
import type { GroupCommit } from '../shared/status/operations/group-commit.js';
import type { DeviceAdmission, DeviceClaim } from '../shared/status/operations/admit-devices.js';
import type { Heartbeat, HeartbeatResult } from '../shared/upgrades/operations/report/record-heartbeats.js';
import type { SignInGuard } from '../shared/access/operations/sign-in.js';
import type { Deps } from '../shared/composition/deps.js';
import type { Admission } from './http/admission.js';
import type { Guesses } from './http/guesses.js';

/** What the API has beyond what operations use. */
export interface ApiDeps extends Deps {
  readonly mongo: Database;
  readonly redis: RedisClient;
  readonly admission: Admission;
  readonly signInGuard: SignInGuard;
  /** Changed after every revocation, so that no process goes on accepting what it remembers. */
  readonly accessEpoch: AccessEpoch;
  readonly guesses: Guesses;
  /** Devices that arrive together share one look at their keys. */
  readonly devices: GroupCommit<DeviceClaim, DeviceAdmission>;
  /** Whether any device has a key of this hash; those asked together share one look-up. */
  readonly deviceKeys: GroupCommit<string, boolean>;
  /** Heartbeats that arrive together share their writes. */
  readonly heartbeats: GroupCommit<Heartbeat, HeartbeatResult>;
  /** Rejects while the database lacks an index that the program relies on. */
  readonly indexesReady: IndexCheck;
  /** Aborted as soon as the process is to end: who may choose shall ask another. */
  readonly leaving: AbortSignal;
}
