import type { FetchedDocument } from '../../shared/ucentral/domain/config-steps.js';
import type { MappableDocument } from '../../shared/ucentral/domain/to-config.js';
import type { AdmittedDevice } from '../../shared/ucentral/domain/judge-identity.js';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import type { GatewayDeps } from '../deps.js';

/**
 * The document of a device, as an agent fetches it by HTTP; null when the service has none for it now: it waits for a canary,
 * or has refused the document.
 * @param runs the revision that the device runs
 */
export async function fetchDocument(
  { configurationFetches, metrics }: Pick<GatewayDeps, 'configurationFetches' | 'metrics'>,
  { macId, organisationId, deviceId }: Pick<AdmittedDevice, 'macId' | 'organisationId' | 'deviceId'>,
  runs: string | null,
): Promise<FetchedDocument | null> {
  const has = (revision: string): boolean => revision === runs;
  const found = await configurationFetches.add(macId, { organisationId, deviceId, has }).catch(() => null);
  if (!found || 'refused' in found) {
    metrics.configurationFetches.inc({ status: ERRORS[found?.refused.refusal ?? 'overloaded'].status });
    return null;
  }
  metrics.configurationFetches.inc({ status: has(found.revision) ? 304 : 200 });
  return { revision: found.revision, document: JSON.parse(found.body) as MappableDocument };
}
