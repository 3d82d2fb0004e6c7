import Joi from 'joi';
import { WEEKDAYS } from '../../shared/inventory/domain/network-hours.js';
import {
  forcedSettings,
  ON_DRIFT,
  presentSettings,
  settingsInForce,
} from '../../shared/configuration/records/domain/network-configuration.js';
import { presentRadio } from '../../shared/configuration/records/domain/radio-settings.js';
import type { NetworkRecord } from '../../shared/inventory/models/network.js';
import { withUpCounts, type NetworkView } from '../../shared/status/operations/count-up-devices.js';
import type { ApiDeps } from '../deps.js';
import type { Answer } from '../http/endpoint.js';
import { recordSchema } from '../http/answer-schemas.js';
import { etagOf } from '../http/etag.js';
import { shownRadioSchema } from './present-radio.js';

/** A network as every operation on networks shows it. */
export function presentNetwork({ network, upCount }: NetworkView) {
  const { _id, networkName, timeZone, windows, deviceCount, radio, revision } = network;
  const { latitude, longitude, address } = network;
  return {
    id: _id,
    network_name: networkName,
    time_zone: timeZone ?? null,
    windows: windows ?? null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    address: address ?? null,
    device_count: deviceCount,
    up_count: upCount,
    radio: presentRadio(radio),
    revision: revision ?? 0,
  };
}

/** The windows of a response. */
export const windowsSchema = Joi.array().items(
  Joi.object({
    days: Joi.array()
      .items(Joi.string().valid(...WEEKDAYS))
      .required(),
    from: Joi.string().required(),
    to: Joi.string().required(),
  }),
);

const whole = Joi.number().integer().required();

export const networkSchema = Joi.object({
  id: whole,
  network_name: Joi.string().allow('').required(),
  time_zone: Joi.string().allow(null).required().description('Null: that of the rollout'),
  windows: windowsSchema.allow(null).required().description('Null: those of the rollout'),
  latitude: Joi.number().allow(null).required().description('Degrees north; null: not known'),
  longitude: Joi.number().allow(null).required().description('Degrees east; null: not known'),
  address: Joi.string().allow(null).required(),
  device_count: whole,
  up_count: whole.allow(null).description('Null where counting them takes too long'),
  radio: shownRadioSchema.required(),
  revision: whole,
});

export const networkAnswerSchema = recordSchema(
  'network',
  networkSchema.append({
    configuration: Joi.object({
      canary: Joi.boolean().required(),
      canary_forced: Joi.boolean()
        .required()
        .description('Whether devices of the network speak uCentral, so that it cannot be without canaries'),
      soak_s: whole,
      stop_after: whole.allow(null),
      confirm_within_s: whole,
      on_drift: Joi.string()
        .valid(...ON_DRIFT)
        .required(),
    }).required(),
  }),
);

/** The answer of an operation on one network. */
export async function networkAnswer(deps: ApiDeps, network: NetworkRecord, status = 200): Promise<Answer> {
  const [[view = { network, upCount: null }], settings, isForced] = await Promise.all([
    withUpCounts(deps, [network]),
    deps.stores.networks.settings(network),
    deps.stores.networks.needsCanaries(network),
  ]);
  const inForce = settingsInForce(settings, deps.env);
  const shown = presentSettings(isForced ? forcedSettings(inForce) : inForce);
  const configuration = { ...shown, canary_forced: isForced };
  return {
    status,
    headers: { ETag: etagOf(network.revision ?? 0) },
    body: { data: { network: { ...presentNetwork(view), configuration } }, status },
  };
}
