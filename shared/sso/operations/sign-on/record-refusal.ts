import { newEntry, SYSTEM } from '../../../audit/domain/audit-entry.js';
import type { SigningBrowser } from '../../../access/operations/sign-in-session.js';
import type { SsoDeps } from '../../deps.js';
import type { SsoRefused } from '../../domain/refusals.js';

const PERIOD_MS = 3_600_000;

/** Counts a refusal in the audit log of an organisation: one entry an hour for a reason. */
export async function recordRefusal(
  { stores, now }: Pick<SsoDeps, 'stores' | 'now'>,
  organisationId: number,
  { reason }: SsoRefused,
  { from, requestId }: SigningBrowser,
): Promise<void> {
  const at = now();
  const subject = `organisation:${organisationId}`;
  const after = { reason, address: from.address };
  const change = { organisationId, at, action: 'sso.refused', subject, after };
  const period = Math.floor(at.getTime() / PERIOD_MS);
  const entry = newEntry(change, { ...SYSTEM, requestId });
  await stores.audit.count({ ...entry, id: `sso_refused_${organisationId}_${reason}_${period}` });
}
