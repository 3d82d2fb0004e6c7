import type { Scope } from '../../access/domain/access.js';
import type { DeviceFilter } from '../../search/domain/device-filter.js';
import { heardRange } from '../../search/domain/heard-range.js';
import type { WalkedDevices } from '../../search/stores/device-walk-store.js';
import { upSince } from '../../status/domain/heartbeat-time.js';
import type { BulkDeps } from '../deps.js';

/** The next devices that meet a filter now. */
export async function walkDevices(
  { stores, env, now }: BulkDeps,
  scope: Scope,
  filter: DeviceFilter,
  afterId: number,
): Promise<WalkedDevices> {
  const heard = heardRange(filter.state, filter.lastHeardBefore, upSince(now(), env.downAfterS));
  const walked = await stores.deviceWalks.step({ scope, filter, heard }, afterId);
  const { configuration = null } = filter;
  if (configuration === null) return walked;
  const { organisationId } = scope;
  const among = await stores.configurationStates.among(organisationId, configuration, walked.ids, env);
  return { ...walked, ids: walked.ids.filter((id) => among.has(id)) };
}
