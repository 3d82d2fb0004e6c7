import type { MeaningField, Word } from '../../../configuration/domain/meanings.js';
import type { NetworkPlace } from '../../../inventory/domain/network-place.js';
import type { SsidFieldName } from '../../../ssids/domain/ssid-fields.js';
import type { ExportValue } from './export-value.js';

/** The products whose exports are read. */
export type PeerName = 'meraki' | 'openwisp' | 'unifi';

/** Where a record comes from. */
interface Exported {
  readonly from: ExportValue;
}

export interface PeerNetwork extends Exported {
  /** How the records of the export refer to it. */
  readonly key: string;
  readonly name: string;
  readonly timeZone: string;
  /** Absent: the export does not say where it is. */
  readonly place?: Partial<NetworkPlace>;
}

export interface PeerDevice extends Exported {
  readonly mac: string;
  readonly name: string;
  readonly serial: string;
  readonly model: string;
  readonly isSwitch: boolean;
  /** Null: unassigned. */
  readonly network: string | null;
  readonly tags: Set<string>;
  readonly notes: string;
}

/** A RADIUS server; SSIDs that name the same ports of a host share one. */
export interface PeerServer extends Exported {
  readonly name: string;
  readonly host: string;
  readonly authPort: number;
  readonly acctPort: number;
  secret: string | null;
}

type WordField = Exclude<MeaningField, 'uplink_type'>;

/** The fields of an SSID whose numbers have meanings, by word: each installation has numbers of its own. */
export type SsidWords = { [Field in WordField]?: Word<Field> };

export interface PeerSsid extends Exported {
  network: string;
  words: SsidWords;
  /** The other fields, as an SSID of a fleet file has them. */
  values: { [Field in Exclude<SsidFieldName, WordField>]?: unknown };
  /** The tags of the devices that have it; empty: all devices of the network. */
  tags: readonly string[];
  auth: PeerServer | null;
  acct: PeerServer | null;
}

/** What an export describes, in terms of this service and without ids. */
export interface PeerFleet {
  readonly networks: readonly PeerNetwork[];
  readonly devices: readonly PeerDevice[];
  readonly ssids: readonly PeerSsid[];
}
