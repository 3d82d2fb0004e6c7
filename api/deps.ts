import type { RedisClient } from '../shared/platform/redis/redis.js';
import type { Database } from '../shared/composition/database.js';
import type { IndexCheck } from '../shared/platform/migrations/check-indexes.js';
import type { GroupCommit } from '../shared/status/operations/group-commit.js';
import type { DeviceAuthentication, DeviceClaim } from '../shared/status/operations/authenticate-devices.js';
import type { CommandLimit } from '../shared/upgrades/operations/command-device.js';
import type { LinkMailLimit } from '../shared/access/operations/links/account-mail.js';
import type { FactorGuard } from '../shared/access/operations/factors/prove-factor.js';
import type { SignInGuard } from '../shared/access/operations/sign-in.js';
import type { Deps } from '../shared/composition/deps.js';
import type { DeviceConversation } from '../shared/composition/device-conversation.js';
import type { PageCache } from '../shared/search/stores/page-cache.js';
import type { Capacity } from './http/capacity.js';
import type { AgentLimit, EnrolmentLimit, FetchLimit } from './http/limits/request-limits.js';
import type { SecretGuard } from './http/limits/secret-guard.js';
import type { SsidDeps } from '../shared/ssids/deps.js';

/** The API's dependencies, beyond those of operations. */
export interface ApiDeps extends Deps, DeviceConversation {
  readonly mongo: Database;
  readonly redis: RedisClient;
  readonly capacity: Capacity;
  /** Cursors and totals of lists. */
  readonly pageCache: PageCache;
  readonly signInGuard: SignInGuard;
  readonly factorGuard: FactorGuard;
  readonly linkMails: LinkMailLimit;
  readonly secretGuard: SecretGuard;
  /** Authenticates concurrent heartbeats with one query. */
  /** The MACs of UUIDs that OpenWISP has given. */
  readonly movedDevices: GroupCommit<string, string | null>;
  readonly deviceAuthentication: GroupCommit<DeviceClaim, DeviceAuthentication>;
  /** Whether any device has a key with this hash; concurrent calls share one query. */
  readonly deviceKeys: GroupCommit<string, boolean>;
  readonly fetchLimit: FetchLimit;
  readonly agentLimit: AgentLimit;
  readonly commandLimit: CommandLimit;
  readonly enrolmentLimit: EnrolmentLimit;
  readonly ssidSecurity: SsidDeps['ssidSecurity'];
  /** How often a request renews its claim of an Idempotency-Key. */
  readonly claimRenewalMs: number;
  /** Rejects while the database lacks a declared index. */
  readonly indexesReady: IndexCheck;
  /** Aborted when the process begins to drain. */
  readonly draining: AbortSignal;
}
