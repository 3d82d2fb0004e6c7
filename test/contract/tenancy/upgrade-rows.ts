import { randomBytes } from 'node:crypto';
import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

/** A manual upgrade of a device at home to a version of the row's organisation. */
async function manual(target: NetworkRecords, home: NetworkRecords, isReleased: boolean) {
  const urls = [{ partNumber: home.part._id, url: 'https://firmware.example.test/1.bin' }];
  const version = `2.0.${randomBytes(4).readUInt32BE()}`;
  await target.release({ urls, isReleased, version });
  return { upgrade: { upgrade_type: 'manual', version, aps: [`AP:${(await home.device())._id}`] } };
}

/** Upgrades (docs/http.md#callers, docs/interface.md#statuses). */
export const UPGRADE_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'upgrade_list',
    'search',
    async (target) => ({ search: (await target.upgrade()).device.macId }),
    'seen seen seen seen seen seen blind blind',
  ),
  // A caller without write access cannot name a target.
  row(
    'upgrade targets',
    'search',
    async (target) => ({ search: (await target.device()).macId }),
    'seen seen seen blind seen blind blind blind',
  ),
  row(
    'upgrade releases',
    'nothing',
    async (target) => {
      await target.release();
      return {};
    },
    'seen seen seen seen seen seen seen blind',
  ),
  row(
    'upgrade schedules',
    'nothing',
    async (target) => {
      await target.upgrade();
      return {};
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'upgrade schedules delete',
    'id',
    async (target) => ({ id: (await target.upgrade()).scheduleId }),
    'done done done 403 done 403 404 404',
  ),
  row(
    'upgrades progress',
    'ids',
    async (target) => ({ ids: [(await target.upgrade()).id] }),
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'upgrades index',
    'nothing',
    async (target) => {
      await target.upgrade();
      return { per_page: 1000 };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'upgrades index',
    'id',
    async (target) => ({ id: (await target.upgrade()).id }),
    'seen seen seen seen seen seen 404 404',
  ),
  row(
    'upgrades create',
    'aps, a device',
    async (target) => ({ upgrade: { aps: [`AP:${(await target.device())._id}`] } }),
    'done done done 403 done 422 422 422',
  ),
  row(
    'upgrades create',
    'aps, a network',
    async (target) => {
      await target.device();
      return { upgrade: { aps: [`network:${target.network._id}`] } };
    },
    'done done done 403 done 422 422 422',
  ),
  // A tag belongs to the organisation; its devices are searched in the networks that the caller may change.
  row(
    'upgrades create',
    'aps, a tag',
    async (target) => ({ upgrade: { aps: [`tag:${(await target.tagged())._id}`] } }),
    'done done done 403 done 422 422 422',
  ),
  row(
    'upgrades create',
    'version',
    (target, home) => manual(target, home, true),
    'done done done 403 done done done 422',
  ),
  row(
    'upgrades create',
    'version, unreleased',
    (target, home) => manual(target, home, false),
    'done 422 422 403 422 422 422 422',
  ),
  row(
    'upgrades show',
    'id',
    async (target) => ({ id: (await target.upgrade()).id }),
    'seen seen seen seen seen seen 404 404',
  ),
  row(
    'upgrades update',
    'id',
    async (target) => ({ id: (await target.upgrade()).id, upgrade: { save_prev_config: true } }),
    'done done done 403 done 403 404 404',
  ),
  row(
    'upgrades update',
    'aps',
    async (target, home) => ({
      id: (await home.upgrade()).id,
      upgrade: { aps: [`AP:${(await target.device())._id}`] },
    }),
    'done done done 403 done 422 422 422',
  ),
  row(
    'abandon_upgrade',
    'id',
    async (target) => ({ id: await target.begunUpgrade() }),
    'done done done 403/1102 done 403/1102 404/- 404/-',
  ),
  row(
    'upgrades delete',
    'id',
    async (target) => ({ id: (await target.upgrade()).id }),
    'done done done 403 done 403 404 404',
  ),
];
