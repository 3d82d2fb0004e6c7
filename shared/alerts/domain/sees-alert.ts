import { administersAll, inScope, readScope, type Caller } from '../../access/domain/access.js';
import type { AlertRecord } from '../models/alert.js';
import { KIND_TERMS } from './alert-kinds.js';

/** Whether a caller sees an alert: the rule of the query of list_alerts, for alerts that have been read. */
export function seesAlert(
  caller: Caller,
  {
    organisationId,
    kind,
    networkId,
    rolloutNetworkIds = null,
    includesUnassigned,
  }: Pick<AlertRecord, 'organisationId' | 'kind' | 'networkId' | 'rolloutNetworkIds' | 'includesUnassigned'>,
): boolean {
  if (organisationId !== caller.organisationId) return false;
  const scope = readScope(caller);
  const { audience } = KIND_TERMS[kind];
  if (audience === 'everyone') return true;
  if (audience === 'administrators') return administersAll(caller);
  if (audience === 'place') return inScope(scope, networkId);
  if (scope.networkIds === 'all') return true;
  const isInNetworks = rolloutNetworkIds !== null && rolloutNetworkIds.every((id) => inScope(scope, id));
  return isInNetworks && (scope.unassigned || includesUnassigned === false);
}
