import { hashToken } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { EnrolmentTokenRecord } from '../../enrolment/models/enrolment-token.js';
import { enrolDevice, type AskingDevice } from '../../enrolment/operations/enrol-device.js';
import type { RegistrationDeps } from '../deps.js';
import { uuidOfMac } from '../domain/device-uuid.js';

export interface RegisteredDevice {
  readonly uuid: string;
  readonly deviceKey: string;
  /** Whether the MAC was not known before. */
  readonly isNew: boolean;
}

/**
 * Enrols a device whose agent registers itself, with a key of the service's own: the one that the agent proposes is made of
 * its MAC and the token, which others know too. An agent sends no nonce, so that of a registration follows from the token,
 * the MAC and the last heartbeat. An answer that is lost is repeated until the device is heard.
 * @throws AppError enrolmentNotFound while the device waits for a person; enrolmentRefused, inventoryFull, overloaded
 */
export async function registerDevice(
  deps: RegistrationDeps,
  token: EnrolmentTokenRecord,
  device: Omit<AskingDevice, 'nonce'>,
  requestId: string,
): Promise<RegisteredDevice> {
  const { stores } = deps;
  const { organisationId, tokenHash } = token;
  const known = await stores.enrolledDevices.known(organisationId, device.macId);
  const heardAt = known?.lastHeartbeatAt?.toISOString() ?? 'never';
  const nonce = hashToken(`openwisp ${tokenHash} ${device.macId} ${heardAt}`);
  const answer = await enrolDevice(deps, token, { ...device, nonce }, requestId);
  if ('waiting' in answer)
    throw new AppError('enrolmentNotFound', {
      text: `The device waits for a person who approves it (request ${answer.waiting})`,
    });
  const deviceId = known?.organisationId === organisationId ? known.deviceId : null;
  if (deviceId !== null) await stores.openwispDevices.forget({ organisationId, deviceId });
  return { uuid: uuidOfMac(device.macId), deviceKey: answer.deviceKey, isNew: known === null };
}
