import { requireAdministrator, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SsidDeps } from '../../deps.js';
import type { RadiusServerRecord } from '../../models/radius-server.js';

/** A server of the caller's organisation, which every user sees without its secret. @throws AppError radiusServerNotFound */
export async function findRadiusServer(
  { stores }: SsidDeps,
  caller: Caller,
  id: number,
): Promise<RadiusServerRecord> {
  const server = await stores.radiusServers.find(caller, id);
  if (!server) throw new AppError('radiusServerNotFound', { details: { id } });
  return server;
}

/** A server that the caller may change: SSIDs of every network may name it. @throws AppError radiusServerNotFound, forbidden */
export async function findRadiusServerToChange(
  deps: SsidDeps,
  caller: Caller,
  id: number,
): Promise<RadiusServerRecord> {
  const server = await findRadiusServer(deps, caller, id);
  requireAdministrator(caller);
  return server;
}
