import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { UcentralDeps } from '../deps.js';
import type { SavedTrack } from '../domain/config-track.js';
import { isSwitch } from '../domain/from-state.js';
import { openConfig } from './sealed-config.js';
import type { Frame } from '../domain/frame.js';
import type { Resumed } from '../domain/session-events.js';
import type { UpgradeStep } from '../domain/upgrade-step.js';
import type { StoredUpgradeStep, UcentralDeviceRecord } from '../models/ucentral-device.js';

const MAX_CAPABILITIES = 32 * 1024;
const MAX_RPC_ID = 1_000_000_000;

/** Over what a device has connected. */
interface Connection {
  /** The address of the device. */
  readonly address: string;
  /** The hash of the key of the authority of its certificate. */
  readonly authority: string;
  readonly certificateEndsAt: Date;
  /** The process that has the connection. */
  readonly gateway: string;
}

export interface BegunSession {
  readonly session: number;
  readonly resumed: Resumed;
}

/**
 * Makes a connection the owner of its device. The connection that owned it before finds out by its next heartbeat.
 * @returns null when the device has connected under another authority before
 */
export async function beginSession(
  { stores, now, env, log, failpoint }: Pick<UcentralDeps, 'stores' | 'now' | 'env' | 'log' | 'failpoint'>,
  device: DeviceRef & { readonly macId: string },
  frame: Extract<Frame, { kind: 'connect' }>,
  { address, authority, certificateEndsAt, gateway }: Connection,
): Promise<BegunSession | null> {
  const { macId } = device;
  if (!(await stores.ucentralDevices.keepAuthority(macId, authority))) return null;
  if (!isSwitch(frame.capabilities)) await stores.ucentralDevices.mark(device);
  const capabilities = JSON.stringify(frame.capabilities);
  const record = await stores.ucentralDevices.claim(device, {
    macId,
    gateway,
    connectedAt: now(),
    publicIp: address,
    certificateEndsAt,
    firmwareVersion: frame.firmware,
    uuid: frame.uuid,
    reason: frame.reason,
    capabilities: capabilities.length <= MAX_CAPABILITIES ? capabilities : null,
  });
  await failpoint('session-begun');
  const nextRpcId = record.nextRpcId < MAX_RPC_ID ? record.nextRpcId : 1;
  const config = savedTrack({ env, log }, record);
  return {
    session: record.session,
    resumed: { upgrade: fromStored(record.upgrade), config, nextRpcId, gateway },
  };
}

/** How far the configuration of the device is. A trial that cannot be decrypted is forgotten. */
function savedTrack(
  { env, log }: Pick<UcentralDeps, 'env' | 'log'>,
  { _id: deviceId, running, trial, restore, outcome, attempt, uuidFloor }: UcentralDeviceRecord,
): SavedTrack {
  const opened = (): SavedTrack['trial'] => {
    if (!trial) return null;
    try {
      const config = openConfig(env.encryptionKeys, deviceId, trial.config);
      const answeredAt = trial.answeredAt?.getTime() ?? null;
      return { ...trial, config, sentAt: trial.sentAt.getTime(), answeredAt };
    } catch (error) {
      log.warn({ err: error, device: deviceId }, 'The configuration of a device cannot be decrypted');
      return null;
    }
  };
  return {
    running: running && withoutConfig(running),
    trial: opened(),
    restore: restore && { ...restore, sentAt: restore.sentAt.getTime() },
    outcome,
    attempt,
    uuidFloor,
  };
}

function withoutConfig({
  config: _config,
  ...running
}: NonNullable<UcentralDeviceRecord['running']>): SavedTrack['running'] {
  return running;
}

function fromStored(step: StoredUpgradeStep | null): UpgradeStep | null {
  return step && { ...step, sentAt: step.sentAt.getTime(), progress: null };
}

export function toStored(step: UpgradeStep | null): StoredUpgradeStep | null {
  if (!step) return null;
  const { id, phase, rpcId, sentAt, message } = step;
  return { id, phase, rpcId, sentAt: new Date(sentAt), message };
}
