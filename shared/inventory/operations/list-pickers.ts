import type { Caller } from '../../access/domain/access.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { InventoryDeps } from '../deps.js';
import type { HardwarePartRecord } from '../models/hardware-part.js';
import type { InitTemplateRecord } from '../models/init-template.js';

/** One page of the hardware parts of the installation. */
export function listHardwareParts(
  { stores }: InventoryDeps,
  page: SortedPageRequest,
): Promise<SortedPage<HardwarePartRecord>> {
  return stores.parts.list(page);
}

/** One page of the organisation's init templates. */
export function listInitTemplates(
  { stores }: InventoryDeps,
  { organisationId }: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<InitTemplateRecord>> {
  return stores.templates.list(organisationId, page);
}
