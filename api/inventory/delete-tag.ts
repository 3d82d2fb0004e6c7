import { deleteTag } from '../../shared/inventory/operations/change-tag.js';
import { deletionEndpoint } from '../http/deletion.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const deleteTagEndpoint = deletionEndpoint({
  operation: 'delete_tag',
  summary: 'Delete a tag, and take it from its devices',
  routes: PATHS.deleteTag,
  input: recordId,
  refusals: ['tagNotFound', 'forbidden'],
  run: (deps, caller, { id }, accompany) => deleteTag(deps, caller, id, accompany),
});
