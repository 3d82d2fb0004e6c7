import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { spellings } from '../../platform/values/spellings.js';
import type { InitTemplateRecord } from '../models/init-template.js';
import type { InventoryModels } from '../models/models.js';

export interface TemplateStore {
  /** The organisation's template of exactly this name; if there are several, the one with the lowest id. */
  findByName(organisationId: number, name: string): Promise<InitTemplateRecord | null>;
  find(organisationId: number, id: number): Promise<InitTemplateRecord | null>;
  list(organisationId: number, page: SortedPageRequest): Promise<SortedPage<InitTemplateRecord>>;
}

/** Init templates; they belong to an organisation and to no network. */
export function createTemplateStore({ initTemplates }: InventoryModels): TemplateStore {
  return {
    async findByName(organisationId, name) {
      return initTemplates
        .findOne({ organisationId, name: { $in: spellings(name) } })
        .sort({ _id: 1 })
        .lean();
    },
    async find(organisationId, _id) {
      return initTemplates.findOne({ _id, organisationId }).lean();
    },
    list: (organisationId, page) => readSortedPage(initTemplates, { organisationId }, page),
  };
}
