import type { AuditedFields } from '../../../audit/domain/audit-entry.js';
import type { UserRecord } from '../../models/user.js';

/** The fields of a user that its entries of the audit log show. */
export function auditedUser(user: UserRecord): AuditedFields {
  const { email, role, tier, networks, manageInventory, disabledAt } = user;
  return {
    email,
    role,
    tier,
    networks,
    manage_inventory: manageInventory,
    is_disabled: disabledAt !== null && disabledAt !== undefined,
  };
}
