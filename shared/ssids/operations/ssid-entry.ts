import { newEntry, type AuditEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller } from '../../access/domain/access.js';
import type { Ssid } from '../domain/ssid-fields.js';

/** The entry of the audit log of a change of an SSID: the fields that differ, where there is a before and an after. */
export function ssidEntry(
  caller: Caller,
  action: 'ssid.created' | 'ssid.updated' | 'ssid.deleted',
  ssid: { readonly id: number; readonly networkId: number; readonly at: Date },
  before: Partial<Ssid> | null,
  after: Ssid | null,
): AuditEntry {
  const { organisationId } = caller;
  const subject = `ssid:${ssid.id}`;
  const network = { network_id: ssid.networkId };
  const fields = before && after ? differing(before, after) : { before, after };
  return newEntry(
    {
      organisationId,
      at: ssid.at,
      action,
      subject,
      before: fields.before && { ...network, ...fields.before },
      after: fields.after && { ...network, ...fields.after },
    },
    authorOf(caller),
  );
}

function differing(before: Partial<Ssid>, after: Ssid) {
  const names = (Object.keys(after) as (keyof Ssid)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (ssid: Partial<Ssid>) => Object.fromEntries(names.map((name) => [name, ssid[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
