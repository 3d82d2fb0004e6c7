import { previousVersionOf } from '../../domain/membership.js';
import type { Ineligible } from '../../domain/ineligible.js';
import type { FirmwareReleaseRecord } from '../../../firmware/models/firmware-release.js';
import { takesFirmware } from '../../../upgrades/domain/takes-firmware.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutTargeting } from '../../models/rollout.js';
import type { TargetedRolloutDevice } from './walk-targets.js';

/** The release that a device gets. */
export interface ChosenRelease {
  readonly version: string;
  readonly releaseId: number;
}

/**
 * The version that a device is to run. With `previous`, the one that it ran before the upgrade that the targets name; a
 * device that was never offered that upgrade runs it already.
 */
function versionFor({ settings }: RolloutTargeting, device: TargetedRolloutDevice): string {
  if (settings.version !== 'previous') return settings.version;
  return previousVersionOf(device.memberships, settings.targets) ?? device.firmwareVersion;
}

/** Whether a device does not run the version of the rollout. */
export function lacksVersion(rollout: RolloutTargeting, device: TargetedRolloutDevice): boolean {
  return versionFor(rollout, device) !== device.firmwareVersion;
}

/** Returns a function that says which release a device without an upgrade of the rollout gets, or why it gets none. */
export async function releaseChooser(
  { stores }: RolloutDeps,
  rollout: RolloutTargeting,
): Promise<(device: TargetedRolloutDevice) => ChosenRelease | Ineligible> {
  const { releaseId, organisationId, settings } = rollout;
  const isPrevious = settings.version === 'previous';
  const missing = isPrevious ? 'releaseGone' : 'noFirmware';
  // The devices ran these releases: whether they are released makes no difference.
  const known = isPrevious
    ? await stores.firmware.visible(organisationId, true)
    : [...(await stores.firmware.byIds(releaseId === null ? [] : [releaseId])).values()];
  const releases = byVersion(known);
  return (device) => {
    const version = versionFor(rollout, device);
    if (version === device.firmwareVersion) return 'onVersion';
    const release = releases.get(version);
    return release && takesFirmware(device, release.parts) ? { version, releaseId: release._id } : missing;
  };
}

/** The parts of releases by version; of equal versions, those of the organisation's own release. */
function byVersion(known: readonly FirmwareReleaseRecord[]) {
  const shared = known.filter((release) => release.organisationId === null);
  const own = known.filter((release) => release.organisationId !== null);
  return new Map(
    [...shared, ...own].map(({ _id, version, urls }) => {
      return [version, { _id, parts: new Set(urls.map(({ partNumber }) => partNumber)) }] as const;
    }),
  );
}

/**
 * Returns a function that says whether a device could be rolled back to the version that it runs now: a release has a file
 * of it for the device. Reads no release where no gate rolls back: every device counts as one that could.
 */
export async function reversibilityOf(
  { stores }: RolloutDeps,
  { organisationId, settings }: RolloutTargeting,
  always = false,
): Promise<(device: TargetDevice) => boolean> {
  if (!always && settings.gates.action !== 'rollback') return () => true;
  const releases = byVersion(await stores.firmware.visible(organisationId, true));
  return ({ firmwareVersion, partNumber }) => releases.get(firmwareVersion)?.parts.has(partNumber) === true;
}
