import { useRights } from '../app/me';
import { RouteLink } from './route-link';

/** Leads to the changes of a record, such as `ssid:7`, for users who see the audit log. */
export function ChangesLink({ subject }: { readonly subject: string }) {
  const { administer_all: seesLog } = useRights();
  return seesLog && <RouteLink to={`/audit?subject=${subject}`}>Who changed what</RouteLink>;
}
