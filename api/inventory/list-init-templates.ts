import { listInitTemplates } from '../../shared/inventory/operations/list-pickers.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { initTemplateSchema, presentInitTemplate } from './present-picker.js';

export const listInitTemplatesEndpoint = sortedListEndpoint({
  operation: 'list_init_templates',
  summary: 'List the init templates of the organisation',
  routes: PATHS.listInitTemplates,
  resource: 'init_templates',
  item: initTemplateSchema,
  columns: { id: '_id', name: 'name' },
  read: listInitTemplates,
  present: (templates) => templates.map(presentInitTemplate),
});
