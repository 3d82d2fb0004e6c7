import Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { groupOf } from '../../shared/platform/values/mac.js';
import { hashToken } from '../../shared/platform/values/secrets.js';
import { findEnrolmentToken } from '../../shared/enrolment/operations/enrol-device.js';
import type { EnrolmentTokenRecord } from '../../shared/enrolment/models/enrolment-token.js';
import type { ApiDeps } from '../deps.js';
import { deviceMac } from '../status/device-key.js';

/** The MAC of a device that enrols itself. */
export const enrollingMac = Joi.string()
  .max(64)
  .custom(deviceMac)
  .custom((mac: string, helpers) =>
    groupOf(mac) === null ? mac : helpers.message({ custom: '{{#label}} must be the MAC of a device' }),
  )
  .required();

/** Finds the token, with the limits of guessing secrets by address. @throws AppError enrolmentNotFound, rateLimited */
export async function acceptedToken(
  deps: ApiDeps,
  ip: string,
  secret: string,
): Promise<EnrolmentTokenRecord> {
  const hash = hashToken(secret);
  await deps.secretGuard.check(ip, hash);
  const token = await findEnrolmentToken(deps, secret).catch(async (error: unknown) => {
    if (error instanceof AppError) await deps.secretGuard.fail(ip);
    throw error;
  });
  deps.secretGuard.accept(hash);
  return token;
}
