import Joi from 'joi';
import type { SsoLink, UserRecord } from '../../access/models/user.js';
import { cleanText } from '../../platform/values/texts.js';
import type { CheckContext, Located } from './check-context.js';

/** The identity by which a user signs in at the identity provider of its organisation. */
export interface SsoLinkEntry {
  id: number;
  organisation_id: number;
  sso?: SsoLink;
}

export const ssoLink = Joi.object<SsoLink>({
  issuer: cleanText.max(1024).required(),
  subject: cleanText.max(255).required(),
});

/** A fault for an identity of another user of the organisation. */
export async function checkLinks(
  context: CheckContext,
  located: readonly Located<SsoLinkEntry>[],
): Promise<void> {
  const linked = located.flatMap(({ path, entry: { id, organisation_id: organisationId, sso } }) =>
    sso === undefined || organisationId === undefined ? [] : [{ path, id, organisationId, sso }],
  );
  if (linked.length === 0) return;
  const stored = await context.deps.stores.fleetLookup.idsByIdentity(linked);
  for (const { path, id, organisationId, sso } of linked) {
    const key = identityKey(organisationId, sso);
    const holder = stored.get(key);
    if (!context.addKey('identity', key) || (holder !== undefined && holder !== id))
      context.faults.add(`${path}.sso`, 'is the identity of another user');
  }
}

/** The link of an entry, or the stored one. */
export function nextLink(
  { sso }: Pick<SsoLinkEntry, 'sso'>,
  existing: UserRecord | null,
): Pick<UserRecord, 'sso'> {
  const link = sso ?? existing?.sso;
  return link ? { sso: { issuer: link.issuer, subject: link.subject } } : {};
}

/** Names an identity in an organisation. */
function identityKey(organisationId: number, { issuer, subject }: SsoLink): string {
  return JSON.stringify([organisationId, issuer, subject]);
}
