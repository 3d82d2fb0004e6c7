import { listFirmwareReleases, withRunning } from '../../shared/firmware/operations/find-release.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { firmwareReleaseSchema, presentFirmwareRelease } from './present-firmware-release.js';

export const listFirmwareReleasesEndpoint = sortedListEndpoint({
  operation: 'list_firmware_releases',
  summary: 'List the firmware releases of the organisation and of the installation',
  routes: PATHS.listFirmwareReleases,
  resource: 'firmware_releases',
  item: firmwareReleaseSchema,
  columns: { version: 'version', id: '_id' },
  read: listFirmwareReleases,
  present: async (releases, deps, caller) =>
    (await withRunning(deps, caller, releases)).map(presentFirmwareRelease),
});
