import type { ConfigurationKey, ConfigurationState } from '../records/domain/device-configuration.js';
import type { OnDrift } from '../records/domain/network-configuration.js';
import type { Target } from './target-of.js';

/** Whether two documents with these keys are the same. */
export function isSameKey(one: ConfigurationKey, other: ConfigurationKey): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

/**
 * Whether the first key is of a later state than the second: of the same network, with a higher sequence. A network that
 * was deleted and imported again begins at a lower one; the moves of its devices have raised theirs.
 */
function isAhead(rendered: ConfigurationKey, live: ConfigurationKey): boolean {
  const [network, networkSeq, deviceSeq, installationSeq] = rendered;
  if (deviceSeq < live[2]) return false;
  if (deviceSeq > live[2] || installationSeq > live[3]) return true;
  return network === live[0] && networkSeq > live[1];
}

/**
 * Whether a managed device should fetch its document: the one that it last fetched is outdated, is not what it runs, or
 * was changed on the device and is to be restored, also after a retry until the device reports something else. A document
 * that is newer than the caller knows was rendered by another API, so nothing is due yet. A revision that the device has
 * refused is not offered again, and nothing to a device that waits.
 */
export function isFetchDue(
  { report, rendered, refused, retried }: ConfigurationState,
  target: Target,
  onDrift: OnDrift,
): boolean {
  if (!report || target.document === null) return false;
  if (!rendered) return true;
  if (isAhead(rendered.key, target.live)) return false;
  if (!isSameKey(rendered.key, target.key)) return true;
  if (refused?.revision === rendered.revision) return false;
  const restores = onDrift === 'restore' || retried === true;
  return report.revision !== rendered.revision || (report.drifted && restores);
}
