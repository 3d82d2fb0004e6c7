import { deleteTag } from '../../shared/inventory/operations/change-tag.js';
import { DELETED, deletedSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const deleteTagEndpoint = endpoint<{ id: number }>({
  operation: 'delete_tag',
  summary: 'Delete a tag, and take it from its devices',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.deleteTag,
  input: recordId,
  output: { 200: deletedSchema },
  refusals: ['tagNotFound', 'forbidden'],
  async handle({ deps, caller, input: { id } }) {
    await deleteTag(deps, caller, id);
    return DELETED;
  },
});
