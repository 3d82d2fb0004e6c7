import type { DeviceListing } from '../../shared/inventory/stores/device-store.js';
import { findDeviceById } from '../../shared/inventory/operations/update-device.js';
import type { ApiDeps } from '../deps.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint, type Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { deviceDetailSchema, presentDeviceDetail } from './present-shown-device.js';

export const deviceAnswerSchema = recordSchema('device', deviceDetailSchema);

export const showDeviceEndpoint = endpoint<{ id: number }>({
  operation: 'show_device',
  summary: 'Show a device with its live status',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showDevice,
  input: recordId,
  headers: ['If-None-Match'],
  output: { 200: deviceAnswerSchema },
  refusals: ['deviceNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return deviceAnswer(deps, await findDeviceById(deps, caller, id));
  },
});

/** The answer of an operation on one device. */
export async function deviceAnswer(deps: ApiDeps, device: DeviceListing): Promise<Answer> {
  const { stores, env, now } = deps;
  const [state, configuredPorts] = await Promise.all([
    stores.status.latest(device),
    device.isSwitch ? stores.status.configuredPorts(device) : null,
  ]);
  const view = { device, lastHeartbeatAt: state?.lastHeartbeatAt ?? null, publicIp: state?.publicIp ?? null };
  const shown = presentDeviceDetail(view, { state, configuredPorts }, now(), env.downAfterS);
  const body = { data: { device: shown }, status: 200 };
  return { status: 200, headers: { ETag: etagOf(device.revision) }, body };
}
