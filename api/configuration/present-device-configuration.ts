import Joi from 'joi';
import { PENDING_REASONS } from '../../shared/configuration/domain/state-of.js';
import type { DeviceConfigurationView } from '../../shared/configuration/operations/show-device-configuration.js';
import {
  ATTEMPT_STATES,
  CONFIGURATION_STATES,
  PERMANENT_CODES,
  TRANSIENT_CODES,
  type ConfigurationReport,
} from '../../shared/configuration/records/domain/device-configuration.js';
import { leftOutSchema, documentSchema } from './document-schema.js';

const revision = Joi.string().hex().length(64);
const key = Joi.array()
  .items(Joi.number().integer())
  .min(4)
  .max(5)
  .required()
  .description(
    'Network id, and the sequences of the network, the device and the installation; of a device that speaks uCentral also a number of its mapping',
  );

const reportSchema = Joi.object({
  revision: revision.allow(null).required().description('What runs'),
  state: Joi.string()
    .valid(...ATTEMPT_STATES)
    .allow(null)
    .required()
    .description('How the last attempt ended'),
  attempted: revision.allow(null).required(),
  attempt: Joi.number().integer().allow(null).required(),
  error: Joi.object({
    code: Joi.string()
      .valid(...TRANSIENT_CODES, ...PERMANENT_CODES)
      .required(),
    message: Joi.string().allow('').required(),
  })
    .allow(null)
    .required(),
  drifted: Joi.boolean().required(),
  mended: Joi.boolean().required().description('The last attempt brought what ran before into force again'),
  waiting_s: Joi.number().integer().allow(null).required().description('How long its radios may take yet'),
  left_out: Joi.array()
    .items(
      Joi.object({
        ssid_id: Joi.number().integer().required(),
        feature: Joi.string().required(),
        field: Joi.string().description('The member of the document that is not valid for the device'),
        message: Joi.string(),
      }),
    )
    .required()
    .description('What the device cannot do'),
  agent: Joi.string().allow('', null).required(),
});

export const deviceConfigurationSchema = Joi.object({
  state: Joi.string()
    .valid(...CONFIGURATION_STATES)
    .required(),
  reason: Joi.string()
    .valid(...PENDING_REASONS)
    .allow(null)
    .required()
    .description('Why it is pending'),
  since: Joi.string().isoDate().allow(null).required().description('When the report last changed'),
  report: reportSchema.allow(null).required(),
  key: key.description('Of the document that the device is to run'),
  revision: revision.required().description('Of the document that the device is to run'),
  rendered: Joi.object({ revision: revision.required(), key, at: Joi.string().isoDate().required() })
    .allow(null)
    .required()
    .description('What the device last fetched'),
  left_out: Joi.array().items(leftOutSchema).required(),
  document: documentSchema.required().description('Keys, passwords and the salt are ***'),
});

export function presentDeviceConfiguration(view: DeviceConfigurationView) {
  const { judged, stored, target, revision: live, leftOut, document } = view;
  const { rendered } = stored;
  return {
    state: judged.state,
    reason: judged.reason,
    since: stored.reportedAt?.toISOString() ?? null,
    report: stored.report ? presentReport(stored.report) : null,
    key: target,
    revision: live,
    rendered: rendered
      ? { revision: rendered.revision, key: rendered.key, at: rendered.at.toISOString() }
      : null,
    left_out: leftOut,
    document: { ...document, revision: live },
  };
}

function presentReport({ leftOut, ...report }: ConfigurationReport) {
  const { revision: running, state, attempted, attempt, error, drifted, mended, agent } = report;
  const outcome = { revision: running, state, attempted, attempt, error, drifted, mended };
  return { ...outcome, waiting_s: report.waitingS, left_out: leftOut, agent };
}
