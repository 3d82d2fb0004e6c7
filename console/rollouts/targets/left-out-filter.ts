/** The filter of the list of devices that counts an exclusion. */
export interface LeftOutFilter {
  readonly filter: Readonly<Record<string, string>>;
  /** Whether devices may match that are no targets. */
  readonly isAtMost: boolean;
}

const FIELDS: Readonly<Record<string, string>> = {
  network: 'network_id',
  tag: 'tag_id',
  part: 'part_number',
};

function filterOf(target: string): Readonly<Record<string, string>> | null {
  const at = target.indexOf(':');
  const field = FIELDS[target.slice(0, Math.max(0, at))];
  return field === undefined ? null : { [field]: target.slice(at + 1) };
}

/**
 * How the devices of an exclusion among the targets are counted: exactly for one target that is a network, a tag or all
 * devices. Null for an exclusion that is one device.
 */
export function leftOutFilter(targets: readonly string[], excluded: string): LeftOutFilter | null {
  const filter = filterOf(excluded);
  if (filter === null) return null;
  const [target = ''] = targets;
  if (targets.length === 1 && target === 'all') return { filter, isAtMost: false };
  const among = targets.length === 1 ? filterOf(target) : null;
  const isBoth = among !== null && !Object.keys(among).some((field) => field in filter);
  return isBoth ? { filter: { ...among, ...filter }, isAtMost: false } : { filter, isAtMost: true };
}
