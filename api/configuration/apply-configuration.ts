import Joi from 'joi';
import { ERRORS } from '../../shared/platform/errors/catalogue.js';
import { applyConfiguration } from '../../shared/configuration/operations/apply-configuration.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, entriesOf, listText, optionalNumberId, optionalText, refusal } from '../http/fields.js';
import { PATHS } from '../paths.js';

interface Input {
  mac_ids?: string | null;
  init_template_name?: string | null;
  init_template_id: number | null;
}

export const applyConfigurationEndpoint = endpoint<Input>({
  operation: 'apply_configuration',
  summary: 'Give devices the uplinks of an init template',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.applyConfiguration,
  input: Joi.object({
    mac_ids: listText('MACs, comma-separated, at most 10,000'),
    init_template_name: optionalText('The template by its name; preferred to the id'),
    init_template_id: optionalNumberId.default(null),
    access_token: accessToken,
  }),
  output: {
    200: Joi.object({ msg: Joi.string().required(), status: Joi.number().valid(200).required() }),
    422: Joi.alternatives().try(
      Joi.object({
        msg: Joi.string().required(),
        status: Joi.number().valid(ERRORS.uplinksNotApplied.code).required(),
      }),
      refusal,
    ),
  },
  refusals: [
    'configurationParametersMissing',
    'noDeviceForMacs',
    'initTemplateNotFound',

    'uplinksNotApplied',
  ],
  async handle({ deps, caller, input }) {
    const name = input.init_template_name ?? '';
    const { notSaved } = await applyConfiguration(deps, caller, {
      macs: entriesOf('mac_ids', input.mac_ids),
      templateName: name.trim() === '' ? '' : name,
      templateId: input.init_template_id,
    });
    if (notSaved.length === 0) {
      return { status: 200, body: { msg: 'The uplink configuration was applied', status: 200 } };
    }
    const { status, code, text } = ERRORS.uplinksNotApplied;
    return { status, body: { msg: `${text}: ${notSaved.join(', ')}`, status: code } };
  },
});
