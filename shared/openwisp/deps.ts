import type { GroupCommit } from '../status/operations/group-commit.js';
import type { EnrolmentDeps, EnrolmentStores } from '../enrolment/deps.js';
import type { Fetch, FetchResult } from '../configuration/operations/fetch-documents.js';
import type { HeartbeatRecorder } from '../heartbeats/operations/heartbeat-recorder.js';
import type { BaseDeps } from '../platform/deps.js';
import type { UcentralStores } from '../ucentral/deps.js';
import type { OpenwispModels } from './models/models.js';
import { createMovedDeviceStore } from './stores/moved-device-store.js';
import { createOpenwispDeviceStore } from './stores/openwisp-device-store.js';

export function createOpenwispStores(models: OpenwispModels) {
  return {
    movedDevices: createMovedDeviceStore(models),
    openwispDevices: createOpenwispDeviceStore(models),
  };
}

/** The stores of devices with openwisp-config and of the families below. */
export interface OpenwispStores extends UcentralStores, ReturnType<typeof createOpenwispStores> {}

/** What operations on devices with openwisp-config may use. */
export interface OpenwispDeps extends BaseDeps<OpenwispStores> {
  readonly heartbeats: Pick<HeartbeatRecorder, 'record'>;
  readonly configurationFetches: GroupCommit<Fetch, FetchResult>;
}

/** What a registration may use. */
export interface RegistrationDeps extends EnrolmentDeps {
  readonly stores: EnrolmentStores & OpenwispStores;
}
