import { ApiError, toApiError } from '../api/api-error';
import { client } from '../api/client';
import type { NetworkConfiguration, Undo } from './configuration';

const CHANGED = 'The network has been changed meanwhile';
const CONFLICT = 409;
const FIRST_SERVER_ERROR = 500;

/** What became of one SSID of an undo. `unknown`: the update was sent, and its answer does not say. */
export interface UndoStep {
  readonly ssidId: number;
  readonly result: 'set back' | 'left' | 'unknown';
  /** Why the undo ended here; null for the SSIDs before and after. */
  readonly error: ApiError | null;
}

export interface UndoResult {
  /** What to say of an undo that did not break off. */
  readonly text: string | null;
  /** Every SSID of an undo that broke off; empty otherwise. */
  readonly brokenOff: readonly UndoStep[];
}

/** Whether updates of SSIDs undo the whole change. */
export function canUndo({ ssids, by_hand: byHand }: Undo): boolean {
  return ssids.length > 0 && byHand.length === 0;
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
  const { ssids } = undo;
  for (const [sent, update] of ssids.entries()) {
    const conflict = sent === 0 ? null : await findConflict(networkId, seq + sent, update);
    const failed = conflict ?? (await setBack(update));
    if (failed) {
      const brokenOff = ssids.map(({ ssid_id: ssidId }, place): UndoStep => {
        if (place === sent) return failed;
        return { ssidId, result: place < sent ? 'set back' : 'left', error: null };
      });
      return { text: null, brokenOff };
    }
  }
  return { text: 'The change is undone.', brokenOff: [] };
}

/** Null while the network is at a sequence. */
async function findConflict(
  networkId: number,
  seq: number,
  { ssid_id: ssidId }: Undo['ssids'][number],
): Promise<UndoStep | null> {
  const failed = { ssidId, result: 'left' } as const;
  try {
    const now = await configurationOf(networkId);
    return now.seq === seq ? null : { ...failed, error: new ApiError(CHANGED, CONFLICT) };
  } catch (error) {
    return { ...failed, error: toApiError(error) };
  }
}

/** Sends one update; null when it is done. */
async function setBack({ ssid_id: id, network_ssid }: Undo['ssids'][number]): Promise<UndoStep | null> {
  try {
    await client.PATCH('/v1/network_ssids/{id}', { params: { path: { id } }, body: { network_ssid } });
    return null;
  } catch (thrown) {
    const error = toApiError(thrown);
    const isRefused = error.status > 0 && error.status < FIRST_SERVER_ERROR;
    return { ssidId: id, result: isRefused ? 'left' : 'unknown', error };
  }
}

async function configurationOf(id: number): Promise<NetworkConfiguration> {
  const { data } = await client.GET('/v1/networks/{id}/configuration', { params: { path: { id } } });
  if (!data) throw new ApiError('The service has not answered', 0);
  return data.data.configuration;
}
