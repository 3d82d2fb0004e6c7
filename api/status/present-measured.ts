import Joi from 'joi';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';
import { BOOT_REASONS, type MeasuredState } from '../../shared/inventory/domain/measured.js';
import type { ReportedRadio } from '../../shared/inventory/domain/reported-wifi.js';

/** What a device measures, as its latest heartbeats reported it; null where it has never sent it. */
export function presentMeasured(state: MeasuredState | null) {
  const { wifi, memFreeKb = null, loadPercent = null, boot = null } = state ?? {};
  return {
    wifi: wifi
      ? {
          radios: wifi.radios.map(presentReportedRadio),
          clients: wifi.clients,
          joined: wifi.joined,
          refused: wifi.refused,
          rx_bytes: wifi.rxBytes,
          tx_bytes: wifi.txBytes,
        }
      : null,
    mem_free_kb: memFreeKb,
    load_percent: loadPercent,
    boot,
  };
}

export function presentReportedRadio(radio: ReportedRadio) {
  const { name, band, on, up, channel, widthMhz, busyPercent, clients, crashes } = radio;
  return { name, band, on, up, channel, width_mhz: widthMhz, busy_percent: busyPercent, clients, crashes };
}

const number = Joi.number().allow(null).required();
const counter = Joi.number().integer().allow(null).required();
const flag = Joi.boolean().allow(null).required();

export const reportedRadioSchema = Joi.object({
  name: Joi.string().allow('', null).required(),
  band: Joi.string()
    .valid(...BANDS)
    .allow(null)
    .required(),
  on: flag.description('Whether the configuration of the device switches it on'),
  up: flag.description('Whether it is on the air'),
  channel: counter,
  width_mhz: counter,
  busy_percent: number.description('The share of time in which the channel is busy'),
  clients: counter,
  crashes: counter.description('Counts crashes of its firmware'),
} satisfies Record<keyof ReturnType<typeof presentReportedRadio>, Joi.Schema>);

export const measuredSchemas = {
  wifi: Joi.object({
    radios: Joi.array().items(reportedRadioSchema).required(),
    clients: counter.description('Of all radios'),
    joined: counter.description('Counts clients that have joined'),
    refused: counter.description('Counts failed attempts to join'),
    rx_bytes: counter.description('Counts what clients sent'),
    tx_bytes: counter.description('Counts what clients received'),
  })
    .allow(null)
    .required()
    .description('As the device reported it last; null where it has never sent it'),
  mem_free_kb: number,
  load_percent: number,
  boot: Joi.string()
    .valid(...BOOT_REASONS)
    .allow(null)
    .required()
    .description('Why it started'),
};
