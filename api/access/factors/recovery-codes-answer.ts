import Joi from 'joi';
import type { Answer } from '../../http/endpoint.js';

/** Recovery codes, which are shown once. */
export const recoveryCodesSchema = (status: number) =>
  Joi.object({
    data: Joi.object({
      recovery_codes: Joi.array()
        .items(Joi.string())
        .allow(null)
        .required()
        .description('Each signs in once without another second factor; shown once'),
    }).required(),
    status: Joi.valid(status).required(),
  });

export function recoveryCodesAnswer(status: number, codes: readonly string[] | null): Answer {
  return { status, body: { data: { recovery_codes: codes }, status } };
}
