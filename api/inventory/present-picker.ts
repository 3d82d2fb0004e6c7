import Joi from 'joi';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';
import { RADIO_STANDARDS, type PartRadio } from '../../shared/inventory/domain/part-radio.js';
import type { HardwarePartRecord } from '../../shared/inventory/models/hardware-part.js';
import type { InitTemplateRecord } from '../../shared/inventory/models/init-template.js';
import type { TagRecord } from '../../shared/inventory/models/tag.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';

const whole = Joi.number().integer().required();
const text = Joi.string().allow('').required();
const flag = Joi.boolean().required();

export const tagSchema = Joi.object({ id: whole, name: text });

export function presentTag({ _id: id, name }: TagRecord) {
  return { id, name };
}

export const tagAnswerSchema = recordSchema('tag', tagSchema);

export function tagAnswer(tag: TagRecord, status = 200): Answer {
  return { status, body: { data: { tag: presentTag(tag) }, status } };
}

export const hardwarePartSchema = Joi.object({
  part_number: text,
  name: text,
  is_switch: flag,
  wifi_uplink: flag.description('Whether it can use Wi-Fi as an uplink'),
  usb: flag.description('Whether it can use a USB modem as an uplink'),
  boards: Joi.array()
    .items(Joi.string())
    .required()
    .description('What its devices name their board when they enrol'),
  radios: Joi.array()
    .items(
      Joi.object({
        name: text,
        band: Joi.string().valid(...BANDS),
        standard: Joi.string().valid(...RADIO_STANDARDS),
      }),
    )
    .required()
    .description('The radios of its devices with openwisp-config'),
});

export function presentHardwarePart(part: HardwarePartRecord) {
  const { _id, name, isSwitch, wifiUplink, usb, boards = [], radios = [] } = part;
  return {
    part_number: _id,
    name,
    is_switch: isSwitch,
    wifi_uplink: wifiUplink,
    usb,
    boards,
    radios: radios.map(presentPartRadio),
  };
}

function presentPartRadio({ name, band, standard }: PartRadio): PartRadio {
  return { name, band, standard };
}

export const initTemplateSchema = Joi.object({
  id: whole,
  name: text,
  uplink_types: Joi.array().items(Joi.string().allow('')).required(),
});

/** A template without the details of its uplinks, which may hold secrets. */
export function presentInitTemplate({ _id: id, name, details }: InitTemplateRecord) {
  const types = details.map(({ uplink_type: type }) =>
    typeof type === 'number' || typeof type === 'string' ? String(type) : '',
  );
  return { id, name, uplink_types: types };
}
