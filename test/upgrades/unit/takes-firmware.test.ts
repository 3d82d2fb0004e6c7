import { expect } from 'chai';
import { takesFirmware, unavailableName } from '../../../shared/upgrades/domain/takes-firmware.js';

const PARTS = new Set(['AP-1']);

// docs/openwisp.md#firmware
describe('a device that an upgrade is asked for', () => {
  it('takes it if the release has a file for its part, unless it has openwisp-config', () => {
    expect(takesFirmware({ partNumber: 'AP-1' }, PARTS)).to.equal(true);
    expect(takesFirmware({ partNumber: 'AP-2' }, PARTS)).to.equal(false);
    expect(takesFirmware({ partNumber: 'AP-1', isOpenwisp: true }, PARTS)).to.equal(false);
  });

  it('is named with the reason, if that is not the release', () => {
    expect(unavailableName({ macId: '02:00:5E:10:00:01' })).to.equal('02:00:5E:10:00:01');
    expect(unavailableName({ macId: '02:00:5E:10:00:01', isOpenwisp: true })).to.equal(
      '02:00:5E:10:00:01 (openwisp-config takes no firmware)',
    );
  });
});
