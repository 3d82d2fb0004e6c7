import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { authorOf, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { batchesOf } from '../../../platform/mongo/batches.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import { requireRevision } from '../../../platform/values/revision.js';
import type { SsidDeps } from '../../deps.js';
import { encryptRadiusSecret, HIDDEN_SECRET } from '../../domain/radius-secret.js';
import { radiusImage, radiusServerEntry } from '../../domain/radius-server.js';
import type { RadiusServerRecord } from '../../models/radius-server.js';
import { MAX_SSIDS_OF_SERVER, type RadiusServerChange } from '../../stores/radius-server-store.js';
import type { RadiusServerFields } from './create-radius-server.js';
import { findRadiusServerToChange } from './find-radius-server.js';
import { revealRadiusSecret } from './reveal-radius-secret.js';

/** A try fails only when another request changes the server, or an SSID comes to name it, in between. */
const MAX_TRIES = 10;

/** A server that a caller wants to change. */
export interface RadiusServerRequest {
  readonly id: number;
  /** The revisions that the caller expects; null when every revision is accepted. */
  readonly revisions: readonly number[] | null;
}

export type RadiusServerPatch = { readonly [Name in keyof RadiusServerFields]?: RadiusServerFields[Name] };

/**
 * Changes a RADIUS server. A change of what documents show is an edit of every network with an SSID that names the
 * server, in the same transaction. A secret of `***` keeps the stored one.
 * @throws AppError radiusServerNotFound, forbidden, revisionChanged; recordInUse when more SSIDs name it than one
 * transaction can edit; overloaded when all tries fail
 */
export async function updateRadiusServer(
  deps: SsidDeps,
  caller: Caller,
  { id, revisions, ...patch }: RadiusServerRequest & RadiusServerPatch,
  accompany: Accompany<RadiusServerRecord>,
): Promise<RadiusServerRecord> {
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await findRadiusServerToChange(deps, caller, id);
    requireRevision(read, revisions);
    const change = changeOf(deps, read, patch);
    if (Object.keys(change).length === 0) return read;
    const at = now();
    const changed = await stores.transact(caller.organisationId, async (session) => {
      const written = await stores.radiusServers.change(read, change, session);
      if (written === null) return null;
      if (!isDeepStrictEqual(radiusImage(read), radiusImage(written)))
        await editNetworks(deps, read, at, session);
      const entry = radiusServerEntry('updated', read, written, at, authorOf(caller));
      await stores.audit.write([entry], session);
      await accompany(written, session);
      return written;
    });
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

/** The fields that differ from those stored. An equal secret keeps its encryption. */
function changeOf(deps: SsidDeps, read: RadiusServerRecord, patch: RadiusServerPatch): RadiusServerChange {
  const { name, host, auth_port: authPort, acct_port: acctPort, nas_identifier: nasIdentifier } = patch;
  const wanted = { name, host, authPort, acctPort, nasIdentifier };
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== read[field as keyof typeof wanted],
  );
  const { secret = HIDDEN_SECRET } = patch;
  const isNewSecret = secret !== HIDDEN_SECRET && secret !== revealRadiusSecret(deps, read);
  return {
    ...Object.fromEntries(differing),
    ...(isNewSecret ? { secret: encryptRadiusSecret(deps.env.encryptionKeys, read._id, secret) } : {}),
  };
}

async function editNetworks(
  { stores }: SsidDeps,
  server: RadiusServerRecord,
  at: Date,
  session: ClientSession,
): Promise<void> {
  const ssids = await stores.radiusServers.namedBy(server, MAX_SSIDS_OF_SERVER + 1, session);
  if (ssids.length > MAX_SSIDS_OF_SERVER)
    throw new AppError('recordInUse', {
      text: `More than ${MAX_SSIDS_OF_SERVER} SSIDs name the server: give some of them another one first`,
    });
  const { organisationId, _id: id } = server;
  const before = { servers: [{ id, before: radiusImage(server) }] };
  const networkIds = [...new Set(ssids.map(({ networkId }) => networkId))];
  for (const batch of batchesOf(networkIds))
    await stores.networkEdits.raise(
      batch.map((networkId) => ({ organisationId, networkId, at, before })),
      session,
    );
}
