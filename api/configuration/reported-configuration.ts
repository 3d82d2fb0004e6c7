import Joi from 'joi';
import { MAX_WAITING_S } from '../../shared/configuration/domain/canary-step.js';
import { reportedText } from '../../shared/platform/values/texts.js';
import {
  ATTEMPT_STATES,
  PERMANENT_CODES,
  TRANSIENT_CODES,
  type AttemptCode,
  type AttemptState,
  type ConfigurationReport,
} from '../../shared/configuration/records/domain/device-configuration.js';

export interface ReportedConfigurationInput {
  revision: string | null;
  state?: AttemptState | null;
  attempted?: string | null;
  attempt?: number | null;
  error?: { code: AttemptCode; message?: string | null } | null;
  drifted?: boolean | null;
  mended?: boolean | null;
  waiting_s?: number | null;
  left_out?: { ssid_id: number; feature: string; field?: string | null; message?: string | null }[] | null;
  agent?: string | null;
}

const MAX_LEFT_OUT = 32;
const MAX_MESSAGE = 300;
const MAX_REASON = 200;
const MAX_TEXT = 64;
/** A path in the document; that of an option ends with its name. */
const MAX_FIELD = 128;

const revision = Joi.string()
  .pattern(/^[0-9a-f]{64}$/)
  .messages({ 'string.pattern.base': 'must be 64 lower-case hexadecimal digits' })
  .allow(null);

/** `configuration` of a heartbeat (docs/device-makers.md#configuration-report). */
export const reportedConfiguration = Joi.object({
  revision: revision.required().description('What runs; null: nothing of this service'),
  state: Joi.string()
    .valid(...ATTEMPT_STATES)
    .allow(null)
    .description('How the last attempt ended'),
  attempted: revision.description('The revision of an attempt that did not succeed'),
  attempt: Joi.number().integer().min(0).allow(null).description('Grows by one with each attempt'),
  error: Joi.object({
    code: Joi.string()
      .valid(...TRANSIENT_CODES, ...PERMANENT_CODES)
      .required(),
    message: reportedText(MAX_MESSAGE).allow('', null),
  }).allow(null),
  drifted: Joi.boolean().allow(null),
  mended: Joi.boolean()
    .allow(null)
    .description('The last attempt brought the document that ran before into force again'),
  waiting_s: Joi.number()
    .integer()
    .min(0)
    .max(MAX_WAITING_S)
    .allow(null)
    .description('Radios are on their way, for example listen for radar: how long they may take'),
  left_out: Joi.array()
    .max(MAX_LEFT_OUT)
    .items(
      Joi.object({
        ssid_id: Joi.number().integer().min(0).required(),
        feature: reportedText(MAX_TEXT).required(),
        field: reportedText(MAX_FIELD).allow('', null),
        message: reportedText(MAX_REASON).allow('', null),
      }),
    )
    .allow(null),
  agent: reportedText(MAX_TEXT).allow('', null),
}).allow(null);

/** The report as it is stored: absent values are null. */
export function toConfigurationReport(input: ReportedConfigurationInput): ConfigurationReport {
  const { error } = input;
  return {
    revision: input.revision,
    state: input.state ?? null,
    attempted: input.attempted ?? null,
    attempt: input.attempt ?? null,
    error: error ? { code: error.code, message: error.message ?? '' } : null,
    drifted: input.drifted ?? false,
    mended: input.mended ?? false,
    waitingS: input.waiting_s ?? null,
    leftOut: (input.left_out ?? []).map(({ ssid_id, feature, field, message }) => ({
      ssid_id,
      feature,
      ...(field ? { field } : {}),
      ...(message ? { message } : {}),
    })),
    agent: input.agent ?? null,
  };
}
