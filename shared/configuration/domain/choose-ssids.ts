import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import { parseTargets, targetIds } from '../../upgrades/domain/upgrade-targets.js';

/** What decides which SSIDs of its network a device has. */
interface Device {
  readonly id: number;
  readonly isSwitch: boolean;
  readonly networkId: number | null;
  readonly tagIds: readonly number[];
}

const BY_NAME = 0;
const GENERAL = Infinity;

/**
 * How closely an SSID is meant for a device, less is closer: it names the device, a tag of it, of which the lowest id
 * counts, or is for all. Null: the device does not have it.
 */
function distance(
  { is_enabled: isEnabled, associated_aps_and_tags: targets }: Ssid,
  device: Device,
): number | null {
  if (!isEnabled || device.isSwitch || device.networkId === null) return null;
  if (targets.length === 0) return GENERAL;
  const parsed = parseTargets(targets);
  if (!parsed.ok) return null;
  const { deviceIds, tagIds } = targetIds(parsed.segments);
  if (deviceIds.includes(device.id)) return BY_NAME;
  const shared = tagIds.filter((tagId) => device.tagIds.includes(tagId));
  return shared.length === 0 ? null : Math.min(...shared);
}

/**
 * The SSIDs that a device has, and those that another one of their name shadows: of the SSIDs of a name, a device has the
 * one that is meant for it most closely, of several the one with the lowest id.
 * @param ssids by id
 */
export function chooseSsids<T extends { readonly ssid: Ssid }>(
  ssids: readonly T[],
  device: Device,
): { readonly chosen: readonly T[]; readonly shadowed: readonly T[] } {
  const nearest = new Map<string, { readonly source: T; readonly at: number }>();
  const all = ssids.flatMap((source) => {
    const at = distance(source.ssid, device);
    if (at === null) return [];
    const name = source.ssid.ssid_name;
    const held = nearest.get(name);
    if (!held || at < held.at) nearest.set(name, { source, at });
    return [source];
  });
  if (nearest.size === all.length) return { chosen: all, shadowed: [] };
  const isChosen = (source: T) => nearest.get(source.ssid.ssid_name)?.source === source;
  return { chosen: all.filter(isChosen), shadowed: all.filter((source) => !isChosen(source)) };
}
