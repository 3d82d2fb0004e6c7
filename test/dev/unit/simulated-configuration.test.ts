import { expect } from 'chai';
import { applyDocument } from '../../../dev/simulator/device-configuration.js';
import { newDevice } from '../../../dev/simulator/device-machine.js';
import type { DeviceSpec } from '../../../dev/simulator/device-spec.js';

const SPEC: DeviceSpec = {
  macId: '02:00:00:00:00:01',
  deviceKey: 'k',
  firmwareVersion: '1.0.0',
  behaviour: { kind: 'normal' },
  ports: 0,
  configuration: 'applies',
};

describe('the document of a simulated device', () => {
  it('is applied without an SSID that needs a portal', () => {
    const document = (revision: string, portal: object | null) => ({
      revision,
      wireless: [
        { id: 1, portal: null },
        { id: 2, portal },
      ],
    });
    const applied = applyDocument(SPEC, newDevice(SPEC, 0), document('one', null));
    expect(applied.configuration).to.include({ revision: 'one', state: 'applied', attempt: 1 });
    expect(applied.configuration).not.to.have.property('left_out');
    const { configuration: incomplete } = applyDocument(SPEC, applied, document('two', {}));
    expect(incomplete).to.deep.include({
      revision: 'two',
      state: 'applied',
      attempt: 2,
      left_out: [{ ssid_id: 2, feature: 'portal' }],
    });
  });
});
