import type { AssignmentStores } from '../assignment/deps.js';
import type { KnownDeafness } from '../deaf-periods/operations/read-deafness.js';
import type { BaseDeps } from '../platform/deps.js';
import type { EnrolmentModels } from './models/models.js';
import { createEnrolledDeviceStore } from './stores/enrolled-device-store.js';
import { createEnrolmentStore } from './stores/enrolment-store.js';
import { createEnrolmentTokenStore } from './stores/enrolment-token-store.js';

export function createEnrolmentStores(models: EnrolmentModels) {
  return {
    enrolledDevices: createEnrolledDeviceStore(models),
    enrolments: createEnrolmentStore(models),
    enrolmentTokens: createEnrolmentTokenStore(models),
  };
}

/** The stores of enrolment and of the families below. */
export interface EnrolmentStores extends AssignmentStores, ReturnType<typeof createEnrolmentStores> {}

/** What operations on enrolment may use. */
export interface EnrolmentDeps extends BaseDeps<EnrolmentStores> {
  readonly deafness: () => Promise<KnownDeafness>;
}
