import Joi from 'joi';
import { networkRadios } from '../../shared/activity/operations/network-radios.js';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';
import { presentReportedRadio, reportedRadioSchema } from '../status/present-measured.js';

const whole = Joi.number().integer().required();
const text = Joi.string().allow('').required();

const radiosSchema = Joi.object({
  devices: Joi.array()
    .items(
      Joi.object({
        id: whole,
        name: text,
        mac_id: text,
        is_up: Joi.boolean().required(),
        clients: whole.allow(null),
        radios: Joi.array().items(reportedRadioSchema).required(),
      }),
    )
    .required()
    .description('Those with most clients, at most 200, without switches'),
  channels: Joi.array()
    .items(
      Joi.object({
        band: Joi.string()
          .valid(...BANDS)
          .required(),
        channel: whole,
        radios: whole,
        clients: whole,
        busy_percent: Joi.number().allow(null).required().description('Of the radio that sees it busiest'),
        device_ids: Joi.array().items(Joi.number().integer()).required().description('At most 20'),
      }),
    )
    .required()
    .description('The primary channels that radios on the air use'),
  is_part: Joi.boolean().required().description('Whether devices are missing'),
});

export const networkRadiosEndpoint = endpoint<{ id: number }>({
  operation: 'network_radios',
  summary: 'Show the devices of a network by their clients, and the channels of their radios',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.networkRadios,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: recordSchema('radios', radiosSchema) },
  refusals: ['networkNotFound'],
  async handle({ deps, caller, input: { id } }) {
    const { devices, channels, isPart } = await networkRadios(deps, caller, id);
    const radios = {
      devices: devices.map((device) => ({
        id: device.id,
        name: device.name,
        mac_id: device.macId,
        is_up: device.isUp,
        clients: device.clients,
        radios: device.radios.map(presentReportedRadio),
      })),
      channels: channels.map((used) => ({
        band: used.band,
        channel: used.channel,
        radios: used.radios,
        clients: used.clients,
        busy_percent: used.busyPercent,
        device_ids: used.deviceIds,
      })),
      is_part: isPart,
    };
    return revalidated({ data: { radios }, status: 200 });
  },
});
