import { authorOf, requireAdministrator, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import type { SsidDeps } from '../../deps.js';
import { encryptRadiusSecret } from '../../domain/radius-secret.js';
import { radiusServerEntry } from '../../domain/radius-server.js';
import type { RadiusServerRecord } from '../../models/radius-server.js';

const MAX_SERVERS = 100;

export interface RadiusServerFields {
  readonly name: string;
  readonly host: string;
  readonly auth_port: number;
  readonly acct_port: number;
  readonly secret: string;
  readonly nas_identifier: string | null;
}

/**
 * Creates a RADIUS server. The organisation's servers are counted in the transaction that adds it, so that concurrent
 * requests do not exceed the limit.
 * @throws AppError forbidden, tooManyOpen
 */
export async function createRadiusServer(
  { stores, env, now }: SsidDeps,
  caller: Caller,
  fields: RadiusServerFields,
  accompany: Accompany<RadiusServerRecord>,
): Promise<RadiusServerRecord> {
  requireAdministrator(caller);
  const { organisationId } = caller;
  const _id = await stores.ids.reserve('radiusServers');
  const server: RadiusServerRecord = {
    _id,
    organisationId,
    revision: 1,
    name: fields.name,
    host: fields.host,
    authPort: fields.auth_port,
    acctPort: fields.acct_port,
    secret: encryptRadiusSecret(env.encryptionKeys, _id, fields.secret),
    nasIdentifier: fields.nas_identifier,
    named: 0,
  };
  const entry = radiusServerEntry('created', null, server, now(), authorOf(caller));
  await stores.transact(organisationId, async (session) => {
    if ((await stores.radiusServers.count(organisationId, session)) >= MAX_SERVERS)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_SERVERS} RADIUS servers, which is the most`,
      });
    await stores.radiusServers.create(server, session);
    await stores.audit.write([entry], session);
    await accompany(server, session);
  });
  return server;
}
