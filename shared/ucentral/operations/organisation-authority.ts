import { authorOf, type Caller } from '../../access/domain/access.js';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { UcentralDeps } from '../deps.js';
import { MAX_AUTHORITIES, type AuthorityCertificate } from '../domain/authority.js';
import { readAuthority } from './read-authority.js';
import type { UcentralAuthorityRecord } from '../models/ucentral-authority.js';

const MAX_TRIES = 10;

/** The authority of an organisation; null: it has none. */
export interface ShownAuthority {
  readonly authority: Pick<AuthorityCertificate, 'certificate' | 'name' | 'validFrom' | 'validTo'> | null;
  readonly revision: number;
}

interface Expected {
  /** The revisions that the caller expects; null: any. */
  readonly revisions: readonly number[] | null;
}

/** @throws AppError forbidden */
export async function showAuthority(
  { stores }: Pick<UcentralDeps, 'stores'>,
  caller: Caller,
): Promise<ShownAuthority> {
  requireSuperAdmin(caller);
  return shownOf(await stores.ucentralAuthorities.find(caller.organisationId));
}

/**
 * Trusts an authority for the devices of the caller's organisation, in place of the one before.
 * @throws AppError forbidden, settingsInvalid, revisionChanged, tooManyOpen; overloaded when all tries fail
 */
export function replaceAuthority(
  deps: UcentralDeps,
  caller: Caller,
  { certificate, ...expected }: Expected & { readonly certificate: string },
  accompany: Accompany<ShownAuthority>,
): Promise<ShownAuthority> {
  requireSuperAdmin(caller);
  const authority = readAuthority(certificate, deps.now());
  if (typeof authority === 'string') throw certificateFault(authority);
  return change(deps, caller, { ...expected, authority }, accompany);
}

/**
 * Ends the trust in the authority of the caller's organisation; gateways close the connections that it has opened.
 * @throws AppError forbidden, revisionChanged; overloaded when all tries fail
 */
export function removeAuthority(
  deps: UcentralDeps,
  caller: Caller,
  expected: Expected,
  accompany: Accompany<ShownAuthority>,
): Promise<ShownAuthority> {
  requireSuperAdmin(caller);
  return change(deps, caller, { ...expected, authority: null }, accompany);
}

async function change(
  { stores, now }: UcentralDeps,
  caller: Caller,
  { revisions, authority }: Expected & { readonly authority: AuthorityCertificate | null },
  accompany: Accompany<ShownAuthority>,
): Promise<ShownAuthority> {
  const { organisationId } = caller;
  const { ucentralAuthorities } = stores;
  await ucentralAuthorities.prepareTrust();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = (await ucentralAuthorities.find(organisationId)) ?? { _id: organisationId, revision: 0 };
    const before = shownOf(found);
    requireRevision(before, revisions);
    const added = Number(authority !== null) - Number(before.authority !== null);
    const changed = await stores
      .transactUncounted(async (session) => {
        const trust = await ucentralAuthorities.countChange(added as -1 | 0 | 1, session);
        if (!trust)
          throw new AppError('tooManyOpen', {
            text: `The installation has ${MAX_AUTHORITIES} authorities of organisations, which is the most`,
          });
        const { keyHashes, nameHashes } = trust;
        if (authority && (keyHashes.includes(authority.keyHash) || nameHashes.includes(authority.nameHash)))
          throw taken();
        const written = await ucentralAuthorities.change(found, authority, session);
        if (written === 'taken') throw taken();
        // Ends the transaction without its writes: the authority is read again.
        if (!written) throw new Changed();
        const after = shownOf(written);
        const subject = `organisation:${organisationId}`;
        const action = authority ? 'ucentral_ca.replaced' : 'ucentral_ca.removed';
        const fields = { before: auditedFields(before), after: auditedFields(after) };
        const entry = newEntry({ organisationId, at: now(), action, subject, ...fields }, authorOf(caller));
        await stores.audit.write([entry], session);
        await accompany(after, session);
        return after;
      })
      .catch((error: unknown) => {
        if (error instanceof Changed) return null;
        throw error;
      });
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

class Changed extends Error {
  override readonly name = 'Changed';
}

function requireSuperAdmin({ role }: Caller): void {
  if (role !== 'super_admin') throw new AppError('forbidden');
}

/** It names neither the other owner nor whether that is the installation. */
function taken(): AppError {
  return certificateFault('has the key or the name of an authority of another owner');
}

function certificateFault(msg: string): AppError {
  return new AppError('settingsInvalid', { details: { errors: [{ path: 'certificate', msg }] } });
}

function shownOf(record: UcentralAuthorityRecord | null): ShownAuthority {
  const { certificate, name, validFrom, validTo, revision = 0 } = record ?? {};
  if (!certificate || !name || !validFrom || !validTo) return { authority: null, revision };
  return { authority: { certificate, name, validFrom, validTo }, revision };
}

function auditedFields({ authority }: ShownAuthority) {
  return (
    authority && { name: authority.name, certificate: authority.certificate, valid_to: authority.validTo }
  );
}
