import Joi from 'joi';
import { listOrEntry } from '../../shared/platform/values/lists.js';
import type { UpgradeChange } from '../../shared/upgrades/operations/schedule/update-upgrade.js';
import { versionText } from '../../shared/platform/values/texts.js';
import { flag } from '../http/fields.js';

/** The `upgrade` object of create and update. An absent field is undefined, and an update leaves it as it is. */
export interface UpgradeInput {
  version?: string | null;
  upgrade_type?: 'automatic' | 'manual';
  schedule_type?: 'now' | 'later';
  schedule_at?: string | null;
  time_zone?: string | null;
  save_prev_config?: boolean;
  aps?: string[];
}

const MAX_TARGETS = 10_000;

const blank = Joi.valid('', null);

export const upgradeInput = Joi.object<UpgradeInput>({
  version: versionText.empty(blank),
  upgrade_type: Joi.string().valid('automatic', 'manual').empty(blank),
  schedule_type: Joi.string().valid('now', 'later').empty(blank),
  schedule_at: Joi.string().max(64).empty(blank).description('`YYYY-MM-DD HH:MM` in time_zone, or ISO 8601'),
  time_zone: Joi.string().max(64).empty(blank).description('An IANA name'),
  save_prev_config: flag.empty(blank),
  aps: listOrEntry(Joi.string().max(128))
    .max(MAX_TARGETS)
    .empty(blank)
    .description('`AP:<device id>`, `network:<network id>` or `tag:<tag id>`'),
}).empty(blank);

/** The change of a pending upgrade; null when the request has no `upgrade`. */
export function changeOf(upgrade: UpgradeInput | undefined): UpgradeChange | null {
  if (!upgrade) return null;
  return {
    version: upgrade.version,
    upgradeType: upgrade.upgrade_type,
    scheduleType: upgrade.schedule_type,
    scheduleAt: upgrade.schedule_at,
    timeZone: upgrade.time_zone,
    savePrevConfig: upgrade.save_prev_config,
    aps: upgrade.aps,
  };
}
