import Joi from 'joi';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import { abandonUpgrade, findBegun } from '../../shared/upgrades/operations/abandon-upgrade.js';
import { invalidSchema, recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId, reasonText, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { presentUpgrade, upgradeSchema } from './present-upgrade.js';

export const abandonUpgradeEndpoint = endpoint<{ id: number; reason?: string }>({
  operation: 'abandon_upgrade',
  summary: 'Give up an upgrade that its device has begun; the device may still be writing its flash',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.abandonUpgrade,
  input: Joi.object({ id: pathId, reason: reasonText, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 200: recordSchema('upgrade', upgradeSchema), 422: invalidSchema },
  refusals: [
    'upgradeNotFound',
    'forbidden',
    'settingsInvalid',
    'stateForbids',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findBegun(deps, caller, id),
  async handle({ deps, caller, input: { id, reason = null }, keep }) {
    return answerKept(
      keep,
      (upgrade: UpgradeRecord) => ({
        status: 200,
        body: { data: { upgrade: presentUpgrade(upgrade) }, status: 200 },
      }),
      (accompany) => abandonUpgrade(deps, caller, { id, reason }, accompany),
    );
  },
});
