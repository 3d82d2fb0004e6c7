import {
  newEntry,
  type AuditedFields,
  type AuditEntry,
  type Author,
} from '../../../audit/domain/audit-entry.js';
import type { SsoRights } from '../../domain/sso-settings.js';
import type { ShownSso } from './sso-configuration.js';

/** The entry of the audit log of a change of a configuration. */
export function ssoEntry(
  what: 'replaced' | 'removed',
  before: ShownSso,
  after: ShownSso,
  at: Date,
  author: Author,
): AuditEntry {
  const { organisationId } = before;
  const change = { organisationId, at, action: `sso.${what}`, subject: `organisation:${organisationId}` };
  return newEntry({ ...change, before: auditedFields(before), after: auditedFields(after) }, author);
}

function auditedFields({ settings, domains }: ShownSso): AuditedFields | null {
  if (settings === null) return null;
  const { issuer, clientId, claim, roles, standard, required, breakGlassId } = settings;
  return {
    issuer,
    client_id: clientId,
    domains: domains.map(({ domain }) => domain),
    claim,
    roles: roles.map(({ value, ...rights }) => ({ value, ...auditedRights(rights) })),
    default: standard && auditedRights(standard),
    required,
    break_glass: breakGlassId && `user:${breakGlassId}`,
  };
}

function auditedRights({ role, tier, networks, manageInventory }: SsoRights): AuditedFields {
  return { role, tier, networks, manage_inventory: manageInventory };
}
