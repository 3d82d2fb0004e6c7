import {
  createTransact,
  createTransactUncounted,
  TRANSACTION_TIMEOUTS,
  type WaitOutside,
} from '../platform/mongo/transaction.js';
import type { CanaryDefault } from '../configuration/records/domain/network-configuration.js';
import type { Models } from './models.js';
import { createPlatformStores, type BaseDeps } from '../platform/deps.js';
import { createAuditStores } from '../audit/deps.js';
import { createAccessStores } from '../access/deps.js';
import type { AccessEpoch } from '../access/stores/session-store.js';
import { createSsoStores, type SsoStores } from '../sso/deps.js';
import { createInventoryStores } from '../inventory/deps.js';
import { createStatusStores } from '../status/deps.js';
import { createDeafPeriodStores } from '../deaf-periods/deps.js';
import { createSearchStores } from '../search/deps.js';
import { createFirmwareStores } from '../firmware/deps.js';
import { createUpgradeStores } from '../upgrades/deps.js';
import { createAssignmentStores } from '../assignment/deps.js';
import type { OnAssigned } from '../assignment/stores/assignment-notices.js';
import { createEnrolmentStores, type EnrolmentStores } from '../enrolment/deps.js';
import { createBulkStores, type BulkStores } from '../bulk/deps.js';
import { createWebhookStores } from '../webhooks/deps.js';
import { createRolloutStores } from '../rollouts/deps.js';
import { createSsidStores } from '../ssids/deps.js';
import { createConfigurationStores, type ConfigurationStores } from '../configuration/deps.js';
import { createOpenwispStores, type OpenwispStores } from '../openwisp/deps.js';
import { createUcentralStores, type UcentralStores } from '../ucentral/deps.js';
import { createActivityStores } from '../activity/deps.js';
import { createAlertStores, type AlertStores } from '../alerts/deps.js';
import { createImportStores, type ImportStores } from '../import/deps.js';
import type { JobQueue } from '../upgrades/jobs/job-queue.js';
import type { HostResolver } from '../platform/outbound/host-resolver.js';
import type { IdentityProviders } from '../sso/operations/identity-providers.js';
import type { TextResolver } from '../platform/outbound/text-resolver.js';

/** The stores of every family. */
export type Stores = EnrolmentStores &
  ImportStores &
  BulkStores &
  AlertStores &
  ConfigurationStores &
  SsoStores &
  UcentralStores &
  OpenwispStores;

/**
 * Binds the stores of every family to one connection's models; no I/O.
 * @param env the default of `canary` for networks that do not set it
 * @param waitOutside how work waits for other work of its organisation
 * @param onAssigned hears of devices that have come to another network, or are gone
 */
export function createStores(
  models: Models,
  env: CanaryDefault,
  waitOutside?: WaitOutside,
  onAssigned: OnAssigned = () => undefined,
): Stores {
  const transact = createTransact(models.organisations.db, TRANSACTION_TIMEOUTS, waitOutside);
  const transactUncounted = createTransactUncounted(models.organisations.db);
  const platform = createPlatformStores(models, transact, transactUncounted);
  const { ids } = platform;
  return {
    ...platform,
    ...createAuditStores(models),
    ...createAccessStores(models, ids, transactUncounted),
    ...createSsoStores(models),
    ...createInventoryStores(models, ids, transact, env),
    ...createStatusStores(models),
    ...createDeafPeriodStores(models),
    ...createSearchStores(models),
    ...createFirmwareStores(models, ids, transact),
    ...createUpgradeStores(models, ids, transact),
    ...createAssignmentStores(models, ids, transact, onAssigned),
    ...createEnrolmentStores(models),
    ...createBulkStores(models, transact),
    ...createWebhookStores(models, ids),
    ...createRolloutStores(models),
    ...createSsidStores(models, transact, env),
    ...createConfigurationStores(models, transact, env),
    ...createUcentralStores(models),
    ...createOpenwispStores(models),
    ...createActivityStores(models, transact),
    ...createAlertStores(models, ids),
    ...createImportStores(models, transact, env),
  };
}

/** The dependencies of operations: the stores of every family, and the queue. */
export interface Deps extends BaseDeps<Stores> {
  readonly jobs: JobQueue;
  readonly hosts: HostResolver;
  readonly texts: TextResolver;
  readonly identityProviders: IdentityProviders;
  /** Changed after every revocation, which invalidates the session caches of all processes. */
  readonly accessEpoch: AccessEpoch;
}

/** Replacements for a process's own dependencies; used by tests. */
export interface StartOverrides extends Partial<Pick<Deps, 'now' | 'random' | 'failpoint' | 'hosts'>> {
  readonly createStores?: typeof createStores;
}
