import Joi from 'joi';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';
import { BOOT_REASONS, bootReason, type BootReason } from '../../shared/inventory/domain/measured.js';
import {
  MAX_RADIO_NAME,
  MAX_RADIOS,
  readWifi,
  ReportFault,
  type ReportedWifi,
} from '../../shared/inventory/domain/reported-wifi.js';

export interface MeasurementInput {
  wifi?: ReportedWifi | null;
  mem_free_kb?: number | null;
  load_percent?: number | null;
  boot?: BootReason | null;
}

const MAX = Number.MAX_SAFE_INTEGER;
const number = Joi.number().min(0).max(MAX).allow(null);

const wifi: Joi.CustomValidator<unknown> = (value: unknown, helpers) => {
  try {
    return readWifi(value);
  } catch (error) {
    if (!(error instanceof ReportFault)) throw error;
    // `localize` is part of the state that Joi passes; its types leave it out.
    const state = helpers.state as unknown as { path: string[]; localize: (path: unknown[]) => Joi.State };
    return helpers.error('any.custom', { error }, state.localize([...state.path, ...error.path]));
  }
};

/** The measurements of a heartbeat (docs/device-makers.md#measurements). */
export const reportedMeasurements = {
  wifi: Joi.any().custom(wifi).allow(null),
  mem_free_kb: number,
  load_percent: number,
  boot: Joi.string()
    .empty('')
    .custom((word: string) => bootReason(word))
    .allow(null),
};

const counter = Joi.number().integer().min(0).max(MAX).allow(null);
const below = (most: number) => Joi.number().min(0).max(most).allow(null);

/** The same as the API document describes it. */
export const documentedMeasurements = {
  wifi: Joi.object({
    radios: Joi.array()
      .max(MAX_RADIOS)
      .items(
        Joi.object({
          name: Joi.string()
            .allow('', null)
            .description(`Longer ones are cut to ${MAX_RADIO_NAME} characters`),
          band: Joi.string()
            .valid(...BANDS)
            .allow(null),
          on: Joi.boolean().allow(null).description('Whether the configuration of the device switches it on'),
          up: Joi.boolean().allow(null).description('Whether it is on the air'),
          channel: below(65_535).integer(),
          width_mhz: below(65_535).integer(),
          busy_percent: below(100).description('The share of time in which the channel is busy'),
          clients: counter,
          crashes: counter.description('Counts crashes of the firmware of the radio'),
        }),
      )
      .allow(null),
    clients: counter,
    joined: counter.description('Counts clients that have joined'),
    refused: counter.description('Counts failed attempts to join'),
    rx_bytes: counter.description('Counts what clients sent'),
    tx_bytes: counter.description('Counts what clients received'),
  }).allow(null),
  mem_free_kb: number,
  load_percent: number,
  boot: Joi.string()
    .allow('', null)
    .description(`Why the device started: ${BOOT_REASONS.join(', ')}; any other word is unknown`),
};
