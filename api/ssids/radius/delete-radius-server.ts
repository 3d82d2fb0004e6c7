import { deleteRadiusServer } from '../../../shared/ssids/operations/radius/delete-radius-server.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { deletionEndpoint } from '../../http/deletion.js';
import { recordId } from '../../http/fields.js';
import { PATHS } from '../../paths.js';

export const deleteRadiusServerEndpoint = deletionEndpoint({
  operation: 'delete_radius_server',
  summary: 'Delete a RADIUS server that no SSID names',
  routes: PATHS.deleteRadiusServer,
  input: recordId,
  hasRevision: true,
  refused: { 409: invalidSchema },
  refusals: ['radiusServerNotFound', 'forbidden', 'recordInUse'],
  run: deleteRadiusServer,
});
