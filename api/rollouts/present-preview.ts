import Joi from 'joi';
import { isoSeconds } from '../../shared/platform/values/iso-time.js';
import type { Largest } from '../../shared/rollouts/domain/preview/largest.js';
import type { PreviewTotals, RolloutPreviewRecord } from '../../shared/rollouts/models/rollout-preview.js';
import type { Answer } from '../http/endpoint.js';

const whole = Joi.number().integer().required();
const time = Joi.string().isoDate().allow(null).required();
const groups = (fields: Joi.PartialSchemaMap) =>
  Joi.object({
    largest: Joi.array()
      .items(Joi.object({ ...fields, count: whole }))
      .required(),
    rest: whole,
  })
    .allow(null)
    .required();

/** The body of a preview. */
export const previewSchema = Joi.object({
  data: Joi.object({
    preview: Joi.object({
      state: Joi.string().valid('computing', 'ready').required(),
      at: time,
      ends_at: time,
      fingerprint: Joi.string()
        .allow(null)
        .required()
        .description('SHA-256 over `id:part:version now` of the devices to upgrade; start takes it'),
      totals: Joi.object({
        targeted: whole,
        to_upgrade: whole,
        on_version: whole,
        no_firmware: whole,
        other_pending: whole.description(
          'Among to_upgrade: devices with a pending upgrade of another request',
        ),
        offline: whole.description('Among to_upgrade: devices that are not up'),
        not_reversible: whole.description(
          'Among to_upgrade: devices whose present version is not known or has no file for their part',
        ),
      })
        .allow(null)
        .required(),
      stages: Joi.array()
        .items(Joi.object({ devices: whole, offline: whole, starts_at: time, ends_at: time }))
        .allow(null)
        .required(),
      by_part: groups({ part: Joi.string().required() }),
      by_network: groups({ network_id: whole.allow(null) }),
      by_version: groups({ version: Joi.string().allow('').required() }),
      skipped: Joi.array()
        .items(
          Joi.object({
            reason: Joi.string().valid('on_version', 'no_firmware', 'release_gone').required(),
            count: whole,
            mac_ids: Joi.array().items(Joi.string()).required(),
          }),
        )
        .allow(null)
        .required(),
    }).required(),
  }).required(),
  status: whole,
});

/** The answer of an operation on a preview: everything is null while it is being computed. */
export function previewAnswer(preview: RolloutPreviewRecord, status = 200): Answer {
  return { status, body: { data: { preview: presentPreview(preview) }, status } };
}

function presentPreview({ isComputing, result }: RolloutPreviewRecord) {
  if (isComputing || result === null) return { state: 'computing', ...UNKNOWN };
  const { totals, stages, byPart, byNetwork, byVersion } = result;
  return {
    state: 'ready',
    at: isoSeconds(result.at),
    ends_at: rounded(stages.at(-1)?.endsAt ?? null),
    fingerprint: result.fingerprint,
    totals: presentTotals(totals),
    stages: stages.map(({ devices, offline, startsAt, endsAt }) => {
      return { devices, offline, starts_at: rounded(startsAt), ends_at: rounded(endsAt) };
    }),
    by_part: presentGroups(byPart, (part) => ({ part })),
    by_network: presentGroups(byNetwork, (id) => ({ network_id: id < 0 ? null : id })),
    by_version: presentGroups(byVersion, (version) => ({ version })),
    skipped: Object.entries(totals.skipped).map(([reason, { count, macIds }]) => {
      return { reason, count, mac_ids: macIds };
    }),
  };
}

const UNKNOWN = {
  at: null,
  ends_at: null,
  fingerprint: null,
  totals: null,
  stages: null,
  by_part: null,
  by_network: null,
  by_version: null,
  skipped: null,
} as const;

function presentTotals({
  targeted,
  toUpgrade,
  otherPending,
  offline,
  notReversible,
  skipped,
}: PreviewTotals) {
  return {
    targeted,
    to_upgrade: toUpgrade,
    on_version: skipped.on_version?.count ?? 0,
    no_firmware: skipped.no_firmware?.count ?? 0,
    other_pending: otherPending,
    offline,
    not_reversible: notReversible,
  };
}

function presentGroups<Name>({ largest, rest }: Largest<Name>, present: (name: Name) => object) {
  return { largest: largest.map(({ name, count }) => ({ ...present(name), count })), rest };
}

/** To the nearest second. */
function rounded(at: Date | null): string | null {
  return at && isoSeconds(new Date(Math.round(at.getTime() / 1000) * 1000));
}
