import { ApiError, toApiError } from '../api/api-error';
import { client } from '../api/client';
import type { RadioPatch } from '../radios/radio-values';
import type { NetworkConfiguration, Undo } from './configuration';

const CHANGED = 'The network has been changed meanwhile';
const CONFLICT = 409;
const FIRST_SERVER_ERROR = 500;

/** What became of one update of an undo. `unknown`: it was sent, and its answer does not say. */
export interface UndoStep {
  /** Null: the radio settings of the network. */
  readonly ssidId: number | null;
  readonly result: 'set back' | 'left' | 'unknown';
  /** Why the undo ended here; null for the updates before and after. */
  readonly error: ApiError | null;
}

export interface UndoResult {
  /** What to say of an undo that did not break off. */
  readonly text: string | null;
  /** Every update of an undo that broke off; empty otherwise. */
  readonly brokenOff: readonly UndoStep[];
}

/** Whether updates undo the whole change. */
export function canUndo(undo: Undo): boolean {
  return updatesOf(undo).length > 0 && undo.by_hand.length === 0;
}

interface Update {
  readonly ssidId: number | null;
  readonly send: (networkId: number) => Promise<unknown>;
}

function updatesOf({ ssids, radio }: Undo): Update[] {
  const ofSsids = ssids.map(({ ssid_id: id, network_ssid }): Update => {
    const request = { params: { path: { id } }, body: { network_ssid } };
    return { ssidId: id, send: () => client.PATCH('/v1/network_ssids/{id}', request) };
  });
  if (!radio) return ofSsids;
  const send = (id: number) =>
    client.PATCH('/v1/networks/{id}', { params: { path: { id } }, body: { radio: radio as RadioPatch } });
  return [...ofSsids, { ssidId: null, send }];
}

/**
 * Undoes the changes since the base, if they are still those at a sequence: sends one update after the other. Each update
 * adds one to the sequence, so another one in between means that another user has changed the network; the undo ends there.
 * @throws ApiError when the changes cannot be read; nothing is sent then
 */
export async function sendUndo(networkId: number, seq: number): Promise<UndoResult> {
  const { seq: now, undo } = await configurationOf(networkId);
  if (now !== seq || !undo || !canUndo(undo))
    return { text: `${CHANGED}, and nothing is undone.`, brokenOff: [] };
  const updates = updatesOf(undo);
  for (const [sent, update] of updates.entries()) {
    const conflict = sent === 0 ? null : await findConflict(networkId, seq + sent, update);
    const failed = conflict ?? (await setBack(networkId, update));
    if (failed) {
      const brokenOff = updates.map(({ ssidId }, place): UndoStep => {
        if (place === sent) return failed;
        return { ssidId, result: place < sent ? 'set back' : 'left', error: null };
      });
      return { text: null, brokenOff };
    }
  }
  return { text: 'The change is undone.', brokenOff: [] };
}

/** Null while the network is at a sequence. */
async function findConflict(networkId: number, seq: number, { ssidId }: Update): Promise<UndoStep | null> {
  const failed = { ssidId, result: 'left' } as const;
  try {
    const now = await configurationOf(networkId);
    return now.seq === seq ? null : { ...failed, error: new ApiError(CHANGED, CONFLICT) };
  } catch (error) {
    return { ...failed, error: toApiError(error) };
  }
}

/** Sends one update; null when it is done. */
async function setBack(networkId: number, { ssidId, send }: Update): Promise<UndoStep | null> {
  try {
    await send(networkId);
    return null;
  } catch (thrown) {
    const error = toApiError(thrown);
    const isRefused = error.status > 0 && error.status < FIRST_SERVER_ERROR;
    return { ssidId, result: isRefused ? 'left' : 'unknown', error };
  }
}

async function configurationOf(id: number): Promise<NetworkConfiguration> {
  const { data } = await client.GET('/v1/networks/{id}/configuration', { params: { path: { id } } });
  if (!data) throw new ApiError('The service has not answered', 0);
  return data.data.configuration;
}
