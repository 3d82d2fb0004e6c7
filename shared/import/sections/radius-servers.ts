import Joi from 'joi';
import { nasIdentifier, port, radiusSecret } from '../../ssids/domain/radius-server-fields.js';
import { encryptRadiusSecret } from '../../ssids/domain/radius-secret.js';
import { revealRadiusSecret } from '../../ssids/operations/radius/reveal-radius-secret.js';
import type { RadiusServerRecord } from '../../ssids/models/radius-server.js';
import { nameText } from '../../platform/values/texts.js';
import type { FleetDeps } from '../deps.js';
import { decryptSecret, ENCRYPTED_SECRET } from '../domain/encrypted-secret.js';
import { toEntry } from '../domain/entry.js';
import { id, ipAddress } from '../domain/fields.js';
import type { PassphraseEncrypted } from '../domain/passphrase-encryption.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface RadiusServerEntry {
  id: number;
  organisation_id: number;
  name: string;
  host: string;
  auth_port: number;
  acct_port: number;
  nas_identifier: string | null;
  /** Without one of these two, a stored secret stays. */
  secret?: string;
  encrypted_secret?: PassphraseEncrypted;
}

/** The record to which the encryption of a secret with a passphrase is bound. */
const contextOf = (serverId: number): string => `radius_servers:${serverId}:secret`;

export const radiusServers: FleetSection<RadiusServerEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    name: nameText.required(),
    host: ipAddress.required(),
    auth_port: port.required(),
    acct_port: port.required(),
    nas_identifier: nasIdentifier.required(),
    secret: radiusSecret,
    encrypted_secret: ENCRYPTED_SECRET,
  }),
  sequence: 'radiusServers',

  async check(context, located) {
    await context.ownership('radius_servers', 'radiusServers', located);
    for (const { path, entry } of located) {
      const { id: serverId, encrypted_secret: encrypted } = entry;
      if (serverId === undefined || encrypted === undefined) continue;
      const opened = decryptSecret(context.deps.env.exportPassphrase, contextOf(serverId), encrypted);
      if ('problem' in opened) context.faults.add(`${path}.encrypted_secret`, opened.problem);
    }
  },

  write: upsert(
    'radiusServers',
    (entry) => entry.id,
    (entry, existing, { deps }): RadiusServerRecord => ({
      ...(existing ?? { revision: 0, named: 0 }),
      _id: entry.id,
      organisationId: entry.organisation_id,
      name: entry.name,
      host: entry.host,
      authPort: entry.auth_port,
      acctPort: entry.acct_port,
      nasIdentifier: entry.nas_identifier,
      secret: storedSecret(deps, entry, existing),
    }),
  ),

  async *export(context) {
    const { deps, encrypt, onLeftOut } = context;
    const entries = each('radiusServers', (record): RadiusServerEntry => {
      const secret = revealRadiusSecret(deps, record);
      if (secret !== null && !encrypt) onLeftOut('radius');
      return {
        ...toEntry(
          ['id', 'organisation_id', 'name', 'host', 'auth_port', 'acct_port', 'nas_identifier'],
          record,
        ),
        ...(secret !== null && encrypt ? { encrypted_secret: encrypt(contextOf(record._id), secret) } : {}),
      };
    });
    yield* entries(context);
  },
};

/** The secret of an entry, encrypted for storage. One that stays the same keeps its encryption. */
function storedSecret(
  deps: FleetDeps,
  { id: serverId, secret, encrypted_secret: encrypted }: RadiusServerEntry,
  existing: RadiusServerRecord | null,
): RadiusServerRecord['secret'] {
  const opened = encrypted && decryptSecret(deps.env.exportPassphrase, contextOf(serverId), encrypted);
  const wanted = opened && 'text' in opened ? opened.text : secret;
  const isSame = wanted === undefined || (existing !== null && revealRadiusSecret(deps, existing) === wanted);
  if (isSame) return existing?.secret ?? null;
  return encryptRadiusSecret(deps.env.encryptionKeys, serverId, wanted);
}
