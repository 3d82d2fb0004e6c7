import type { Caller } from '../../access/domain/access.js';
import type { ConfigurationKey, ConfigurationState } from '../records/domain/device-configuration.js';
import { findDeviceById } from '../../inventory/operations/update-device.js';
import { downAfterOf, isUp } from '../../status/domain/heartbeat-time.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { FetchDeps } from './fetch-documents.js';
import { stateOf, type JudgedConfiguration } from '../domain/state-of.js';
import type { ConfigurationDocument, LeftOut } from '../domain/document.js';
import { hideSecrets } from '../domain/hide-secrets.js';
import { renderDevices } from './render-devices.js';

/** The configuration of one device, and how far it is applied. */
export interface DeviceConfigurationView {
  readonly judged: JudgedConfiguration;
  readonly stored: ConfigurationState;
  /** The key of the document that the device is to run. */
  readonly target: ConfigurationKey;
  /** The revision of that document. */
  readonly revision: string;
  readonly leftOut: readonly LeftOut[];
  /** Without secrets. */
  readonly document: ConfigurationDocument;
}

/**
 * Renders the document of a device without recording a fetch.
 * @throws AppError deviceNotFound; overloaded while this API must not render
 */
export async function showDeviceConfiguration(
  deps: FetchDeps,
  caller: Caller,
  id: number,
): Promise<DeviceConfigurationView> {
  const { stores, env, now } = deps;
  const device = await findDeviceById(deps, caller, id);
  const { _id: deviceId, organisationId } = device;
  const ref = { organisationId, deviceId };
  const { saltKey, ...installation } = await deps.knownSequences.installation();
  if (!installation.isCurrent || saltKey === null) throw new AppError('overloaded');
  const hearing = stores.heartbeats.lastHeard([ref]);
  const reading = hearing.then((all) => {
    return new Map([...all].map(([id, last]) => [id, last.configuration ?? {}]));
  });
  const [rendered, heard, upgrades] = await Promise.all([
    renderDevices(deps, { ...installation, saltKey }, [ref], reading),
    hearing,
    stores.openUpgrades.of([ref]),
  ]);
  const found = rendered.get(deviceId);
  if (!found) throw new AppError('deviceNotFound', { details: { id } });
  const { at = null, configuration: stored = {} } = heard.get(deviceId) ?? {};
  const judged = stateOf(stored, {
    target: found.target,
    retriedSeq: found.retriedSeq,
    isUpgrading: upgrades.has(deviceId),
    isUp: isUp(at, now(), downAfterOf(device, env.downAfterS)) === true,
  });
  return {
    judged,
    stored,
    target: found.target.key,
    revision: found.revision,
    leftOut: found.leftOut,
    document: hideSecrets(found.document),
  };
}
