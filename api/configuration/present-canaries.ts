import Joi from 'joi';
import { presentRadio } from '../../shared/configuration/records/domain/radio-settings.js';
import { shownRadioSchema } from '../inventory/present-radio.js';
import { CHANGES_BY_HAND, type Undo } from '../../shared/configuration/domain/held-change.js';
import {
  PERMANENT_CODES,
  TRANSIENT_CODES,
} from '../../shared/configuration/records/domain/device-configuration.js';
import {
  HOLD_REASONS,
  type CanaryPart,
  type Hold,
} from '../../shared/configuration/records/domain/network-configuration.js';
import { presentSsid } from '../ssids/present-ssid.js';

const integer = Joi.number().integer();
const time = Joi.string().isoDate();
const laterTime = time.allow(null).required();

/** The test of an edit on one device of a hardware part (docs/configuration.md#tests). */
export const canaryPartSchema = Joi.object({
  part_number: Joi.string().required(),
  device_id: integer.allow(null).required().description('The canary; null while its place is free'),
  tries: integer.required().description('How many devices have had the place'),
  claimed_at: time.required(),
  fetched_at: laterTime,
  applied_at: laterTime,
  passed_at: laterTime.description('Since then the other devices of the part get the settings'),
});

/** Why no further device gets the settings of a network (docs/configuration.md#holds). */
export const configurationHoldSchema = Joi.object({
  reason: Joi.string()
    .valid(...HOLD_REASONS)
    .required(),
  part_number: Joi.string().allow(null).required().description('Null for failures'),
  device_id: integer.allow(null).required().description('The canary; null for failures'),
  code: Joi.string()
    .valid(...TRANSIENT_CODES, ...PERMANENT_CODES, 'left_out')
    .allow(null)
    .required()
    .description('What the canary reported; null for the other reasons'),
  ssid_id: integer
    .allow(null)
    .required()
    .description('With left_out: the SSID that the canary had on the air before'),
  at: time.required(),
});

/** What undoes the changes since the base (docs/configuration.md#network_configuration-4). */
export const configurationUndoSchema = Joi.object({
  ssids: Joi.array()
    .items(
      Joi.object({
        ssid_id: integer.required(),
        network_ssid: Joi.object()
          .unknown()
          .required()
          .description('The fields that have changed, as an update of the SSID sets them back'),
      }),
    )
    .required(),
  radio: shownRadioSchema
    .allow(null)
    .required()
    .description('The radio settings, as an update of the network sets them back; null: they are the same'),
  by_hand: Joi.array()
    .items(
      Joi.object({
        ssid_id: integer.allow(null).required().description('Null for a setting of the network'),
        change: Joi.string()
          .valid(...CHANGES_BY_HAND)
          .required(),
      }),
    )
    .required()
    .description('What has changed besides'),
});

export function presentUndo({ ssids, radio, byHand }: Undo) {
  return {
    ssids: ssids.map(({ id, before, fields }) => {
      const shown = { extras: null, ...presentSsid({ id, networkId: 0, networkName: null, ssid: before }) };
      return { ssid_id: id, network_ssid: Object.fromEntries(fields.map((name) => [name, shown[name]])) };
    }),
    radio: radio === undefined ? null : presentRadio(radio),
    by_hand: byHand.map(({ ssidId, change }) => ({ ssid_id: ssidId, change })),
  };
}

export function presentPart({ part, deviceId, tries, claimedAt, ...times }: CanaryPart) {
  return {
    part_number: part,
    device_id: deviceId,
    tries,
    claimed_at: claimedAt.toISOString(),
    fetched_at: times.fetchedAt?.toISOString() ?? null,
    applied_at: times.appliedAt?.toISOString() ?? null,
    passed_at: times.passedAt?.toISOString() ?? null,
  };
}

export function presentHold({ reason, part, deviceId, code, ssidId, at }: Hold) {
  const canary = { part_number: part, device_id: deviceId, code, ssid_id: ssidId ?? null };
  return { reason, ...canary, at: at.toISOString() };
}
