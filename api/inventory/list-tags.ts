import { listTags } from '../../shared/inventory/operations/change-tag.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { presentTag, tagSchema } from './present-picker.js';

export const listTagsEndpoint = sortedListEndpoint({
  operation: 'list_tags',
  summary: 'List the tags of the organisation',
  routes: PATHS.listTags,
  resource: 'tags',
  item: tagSchema,
  columns: { id: '_id', name: 'name' },
  read: listTags,
  present: (tags) => tags.map(presentTag),
});
