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
  it('is refused as hostapd refuses it when an SSID is to have more than 2,007 clients', () => {
    const document = (revision: string, most: number | null) => ({
      revision,
      wireless: [{ max_clients: null }, { max_clients: most }],
    });
    const applied = applyDocument(SPEC, newDevice(SPEC, 0), document('one', 2007));
    expect(applied.configuration).to.include({ revision: 'one', state: 'applied', attempt: 1 });
    const { configuration: refused } = applyDocument(SPEC, applied, document('two', 2008));
    expect(refused).to.include({ revision: 'one', state: 'failed', attempted: 'two', attempt: 2 });
    expect(refused?.error).to.include({ code: 'invalid' });
  });
});
