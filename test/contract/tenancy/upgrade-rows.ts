import { randomBytes } from 'node:crypto';
import type { Place } from './place.js';
import { row, type TenancyRow } from './row.js';

/** A manual upgrade of a device at home to a version of the place. */
async function manual(place: Place, home: Place, isReleased: boolean) {
  const urls = [{ partNumber: home.part._id, url: 'https://firmware.example.test/1.bin' }];
  const version = `2.0.${randomBytes(4).readUInt32BE()}`;
  await place.release({ urls, isReleased, version });
  return { upgrade: { upgrade_type: 'manual', version, aps: [`AP:${(await home.device())._id}`] } };
}

/** Upgrades (docs/interface.md#callers, docs/interface.md#statuses). */
export const UPGRADE_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'upgrade_list',
    'search',
    async (place) => ({ search: (await place.upgrade()).device.macId }),
    'seen seen seen seen seen seen blind blind',
  ),
  // Who may change nothing can aim at nothing.
  row(
    'upgrade targets',
    'search',
    async (place) => ({ search: (await place.device()).macId }),
    'seen seen seen blind seen blind blind blind',
  ),
  row(
    'upgrade releases',
    'nothing',
    async (place) => {
      await place.release();
      return {};
    },
    'seen seen seen seen seen seen seen blind',
  ),
  row(
    'upgrade schedules',
    'nothing',
    async (place) => {
      await place.upgrade();
      return {};
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'upgrade schedules delete',
    'id',
    async (place) => ({ id: (await place.upgrade()).scheduleId }),
    'done done done 403 done 403 404 404',
  ),
  row(
    'upgrades progress',
    'ids',
    async (place) => ({ ids: [(await place.upgrade()).id] }),
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'upgrades index',
    'nothing',
    async (place) => {
      await place.upgrade();
      return { per_page: 1000 };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'upgrades index',
    'id',
    async (place) => ({ id: (await place.upgrade()).id }),
    'seen seen seen seen seen seen 404 404',
  ),
  row(
    'upgrades create',
    'aps, a device',
    async (place) => ({ upgrade: { aps: [`AP:${(await place.device())._id}`] } }),
    'done done done 403 done 422 422 422',
  ),
  row(
    'upgrades create',
    'aps, a network',
    async (place) => {
      await place.device();
      return { upgrade: { aps: [`network:${place.network._id}`] } };
    },
    'done done done 403 done 422 422 422',
  ),
  // A tag is the organisation's; its devices are looked for where the caller may change them.
  row(
    'upgrades create',
    'aps, a tag',
    async (place) => ({ upgrade: { aps: [`tag:${(await place.tagged())._id}`] } }),
    'done done done 403 done 422 422 422',
  ),
  row(
    'upgrades create',
    'version',
    (place, home) => manual(place, home, true),
    'done done done 403 done done done 422',
  ),
  row(
    'upgrades create',
    'version, unreleased',
    (place, home) => manual(place, home, false),
    'done 422 422 403 422 422 422 422',
  ),
  row(
    'upgrades show',
    'id',
    async (place) => ({ id: (await place.upgrade()).id }),
    'seen seen seen seen seen seen 404 404',
  ),
  row(
    'upgrades update',
    'id',
    async (place) => ({ id: (await place.upgrade()).id, upgrade: { save_prev_config: true } }),
    'done done done 403 done 403 404 404',
  ),
  row(
    'upgrades update',
    'aps',
    async (place, home) => ({
      id: (await home.upgrade()).id,
      upgrade: { aps: [`AP:${(await place.device())._id}`] },
    }),
    'done done done 403 done 422 422 422',
  ),
  row(
    'upgrades delete',
    'id',
    async (place) => ({ id: (await place.upgrade()).id }),
    'done done done 403 done 403 404 404',
  ),
];
