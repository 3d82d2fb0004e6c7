/** Devices that a rollout covers, in columns: 30 bytes a device. Strings are numbered in `parts` and `versions`. */
export interface DeviceColumns {
  readonly length: number;
  readonly ids: Float64Array;
  /** The keys of the order of the rollout. */
  readonly keys: BigUint64Array;
  /** -1 for unassigned devices. */
  readonly networks: Float64Array;
  readonly parts: readonly string[];
  readonly part: Uint16Array;
  readonly versions: readonly string[];
  readonly version: Uint16Array;
  /** Bits of {@link FLAGS}. */
  readonly flags: Uint8Array;
  /** The stages whose `targets` name the device: bit 0 is stage 1. */
  readonly stages: Uint32Array;
}

/** One device of a list. */
export interface ListedDevice {
  readonly id: number;
  readonly key: bigint;
  readonly networkId: number | null;
  readonly part: string;
  readonly version: string;
  readonly flags: number;
  readonly stages: number;
}

export const FLAGS = {
  /** It does not run the version and gets no upgrade. */
  ineligible: 1,
  offline: 2,
  otherPending: 4,
} as const;

/** The columns of at most 65,536 devices. */
export function columnsOf(devices: readonly ListedDevice[]): DeviceColumns {
  const [parts, versions] = [new Numbering(), new Numbering()];
  return {
    length: devices.length,
    ids: Float64Array.from(devices, ({ id }) => id),
    keys: BigUint64Array.from(devices, ({ key }) => key),
    networks: Float64Array.from(devices, ({ networkId }) => networkId ?? -1),
    part: Uint16Array.from(devices, ({ part }) => parts.numberOf(part)),
    parts: parts.names,
    version: Uint16Array.from(devices, ({ version }) => versions.numberOf(version)),
    versions: versions.names,
    flags: Uint8Array.from(devices, ({ flags }) => flags),
    stages: Uint32Array.from(devices, ({ stages }) => stages),
  };
}

/** Numbers strings in the order in which they come. */
export class Numbering {
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

const COLUMNS = ['ids', 'keys', 'networks', 'part', 'version', 'flags', 'stages'] as const;

/** Columns as stored: one buffer for each. */
export type StoredColumns = Pick<DeviceColumns, 'length'> & {
  readonly parts: string[];
  readonly versions: string[];
} & Record<(typeof COLUMNS)[number], Buffer>;

export function storedColumns(columns: DeviceColumns): StoredColumns {
  const buffers = COLUMNS.map((name) => {
    const { buffer, byteOffset, byteLength } = columns[name];
    return [name, Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)] as const;
  });
  return {
    length: columns.length,
    parts: [...columns.parts],
    versions: [...columns.versions],
    ...(Object.fromEntries(buffers) as Record<(typeof COLUMNS)[number], Buffer>),
  };
}

/** The columns of a stored list. Copies the buffers, whose alignment is not that of numbers. */
export function readColumns(stored: StoredColumns): DeviceColumns {
  const bytes = (name: (typeof COLUMNS)[number]): ArrayBuffer => new Uint8Array(stored[name]).buffer;
  return {
    length: stored.length,
    parts: stored.parts,
    versions: stored.versions,
    ids: new Float64Array(bytes('ids')),
    keys: new BigUint64Array(bytes('keys')),
    networks: new Float64Array(bytes('networks')),
    part: new Uint16Array(bytes('part')),
    version: new Uint16Array(bytes('version')),
    flags: new Uint8Array(bytes('flags')),
    stages: new Uint32Array(bytes('stages')),
  };
}
