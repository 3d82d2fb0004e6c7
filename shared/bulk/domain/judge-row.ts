import { inScope, type Scope } from '../../access/domain/access.js';
import type { DeviceIdentity } from '../../inventory/domain/device-identity.js';
import { MAX_DEVICE_TAGS } from '../../inventory/domain/device-tags.js';
import type { TagReference } from '../../inventory/models/device.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { NamedNetwork } from '../../inventory/stores/network-store.js';
import type { IdentifiedRow, RowChangeAction, RowFault } from './import-row.js';

/** What the verdict on a row depends on. */
export interface RowFacts {
  readonly writable: Scope;
  /** The device of the organisation, if the caller sees it. */
  readonly device: DeviceListing | null;
  /** Whether the device is built and in no inventory. */
  readonly isFree: boolean;
  readonly identity: DeviceIdentity | null;
  /** Whether the organisation may have another device. */
  readonly hasRoom: boolean;
  /** The networks of the row's name that the caller sees, and the tags of its names that exist. */
  readonly networks: readonly NamedNetwork[];
  readonly tags: readonly TagReference[];
  readonly createNetworks: boolean;
  readonly createTags: boolean;
}

/** What a row changes. */
export interface RowChange {
  readonly action: RowChangeAction;
  /** Where the device comes to; null: it stays, or is in no network. */
  readonly network: NamedNetwork | null;
  /** The names of what does not exist yet. */
  readonly newNetwork: string | null;
  readonly newTags: readonly string[];
}

export type RowVerdict = RowChange | { readonly action: 'refused'; readonly fault: RowFault };

/** Judges a row: what its change is, or why it has none (docs/administration.md#import-2). */
export function judgeRow(row: IdentifiedRow, facts: RowFacts): RowVerdict {
  const { device, writable } = facts;
  const fault = row.fault ?? deviceFault(row, facts);
  if (fault) return { action: 'refused', fault };
  const network = networkOf(row, facts);
  if ('refusal' in network) return { action: 'refused', fault: network };
  const { there, newNetwork } = network;
  if (!device && !there && newNetwork === null && !writable.unassigned)
    return refuse('forbidden', 'You may add devices only to networks');
  const known = new Set(facts.tags.map(({ name }) => name.normalize('NFC')));
  const newTags = row.tags.filter((tag) => !known.has(tag));
  if (newTags.length > 0 && !facts.createTags)
    return refuse('tagNotFound', `There is no tag ${newTags.join(', ')}`);
  const after = new Set([...(device?.tagIds ?? []), ...facts.tags.map(({ id }) => id)]);
  if (after.size + newTags.length > MAX_DEVICE_TAGS)
    return refuse('stateForbids', `A device has at most ${MAX_DEVICE_TAGS} tags`);
  const added = newTags.length > 0 || after.size > (device?.tagIds.length ?? 0);
  return { action: actionOf(row, device, there, newNetwork, added), network: there, newNetwork, newTags };
}

function deviceFault(
  row: IdentifiedRow,
  { device, isFree, identity, hasRoom, writable }: RowFacts,
): RowFault | null {
  if (!device && !isFree)
    return { refusal: 'macsInvalid', text: `No device ${row.macId ?? ''} can be added or changed` };
  if (device && !inScope(writable, device.locationNetworkId))
    return { refusal: 'forbidden', text: 'You may not change the device' };
  if (row.asIdentity !== null && (identity !== null || device) && row.asIdentity !== (identity ?? 'key'))
    return { refusal: 'settingsInvalid', text: `The identity of the device is ${identity ?? 'key'} already` };
  if (!device && !hasRoom)
    return { refusal: 'inventoryFull', text: 'The organisation has as many devices as it may have' };
  return null;
}

function networkOf(
  { network: name }: IdentifiedRow,
  { networks, device, writable, createNetworks }: RowFacts,
): RowFault | { readonly there: NamedNetwork | null; readonly newNetwork: string | null } {
  if (name === '') return { there: null, newNetwork: null };
  if (networks.length === 0) {
    if (createNetworks) return { there: null, newNetwork: name };
    return { refusal: 'moveNetworkNotFound', text: `There is no network ${name}` };
  }
  const [only] = networks;
  const there = networks.find(({ _id }) => _id === device?.locationNetworkId);
  if (there) return { there, newNetwork: null };
  if (!only || networks.length > 1)
    return { refusal: 'settingsInvalid', text: `${networks.length} networks have the name ${name}` };
  if (!inScope(writable, only._id))
    return { refusal: 'forbidden', text: `You may not change devices of the network ${name}` };
  return { there: only, newNetwork: null };
}

function actionOf(
  { name, notes }: IdentifiedRow,
  device: DeviceListing | null,
  network: NamedNetwork | null,
  newNetwork: string | null,
  hasNewTags: boolean,
): RowChangeAction {
  if (!device) return 'claimed';
  if (newNetwork !== null || (network && network._id !== device.locationNetworkId)) return 'moved';
  if (name !== '' && name !== device.name.normalize('NFC')) return 'renamed';
  if (hasNewTags || (notes !== '' && notes !== device.notes)) return 'changed';
  return 'unchanged';
}

function refuse(refusal: RowFault['refusal'], text: string): RowVerdict {
  return { action: 'refused', fault: { refusal, text } };
}

/** What the preview says of a change besides its action; null: nothing. */
export function sentenceOf({ newNetwork, newTags }: RowChange): string | null {
  const made = [
    ...(newNetwork === null ? [] : [`the network ${newNetwork}`]),
    ...(newTags.length === 0 ? [] : [`the ${newTags.length > 1 ? 'tags' : 'tag'} ${newTags.join(', ')}`]),
  ];
  return made.length === 0 ? null : `Creates ${made.join(' and ')}`;
}
