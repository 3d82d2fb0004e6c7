import { listHardwareParts } from '../../shared/inventory/operations/list-pickers.js';
import { sortedListEndpoint } from '../http/sorted-list.js';
import { PATHS } from '../paths.js';
import { hardwarePartSchema, presentHardwarePart } from './present-picker.js';

export const listHardwarePartsEndpoint = sortedListEndpoint({
  operation: 'list_hardware_parts',
  summary: 'List the hardware parts',
  routes: PATHS.listHardwareParts,
  resource: 'hardware_parts',
  item: hardwarePartSchema,
  columns: { part_number: '_id' },
  ids: 'texts',
  read: (deps, _caller, page) => listHardwareParts(deps, page),
  present: (parts) => parts.map(presentHardwarePart),
});
