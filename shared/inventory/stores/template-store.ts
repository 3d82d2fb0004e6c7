import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { spellings } from '../../platform/values/spellings.js';
import type { InitTemplateRecord } from '../models/init-template.js';
import type { InventoryModels } from '../models/models.js';

/** Init templates; they belong to an organisation and to no network. */
export function createTemplateStore({ initTemplates }: InventoryModels) {
  return {
    /** The organisation's template of exactly this name; if there are several, the one with the lowest id. */
    async findByName(organisationId: number, name: string): Promise<InitTemplateRecord | null> {
      return initTemplates
        .findOne({ organisationId, name: { $in: spellings(name) } })
        .sort({ _id: 1 })
        .lean();
    },
    async find(organisationId: number, _id: number): Promise<InitTemplateRecord | null> {
      return initTemplates.findOne({ _id, organisationId }).lean();
    },
    list: (organisationId: number, page: SortedPageRequest): Promise<SortedPage<InitTemplateRecord>> =>
      readSortedPage(initTemplates, { organisationId }, page),
  };
}
