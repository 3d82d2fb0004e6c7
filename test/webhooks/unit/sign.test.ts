import { expect } from 'chai';
import { signedHeaders } from '../../../shared/webhooks/operations/deliver/sign.js';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const BODY =
  '{"type":"upgrades.finished","timestamp":"2026-12-01T00:20:09Z","data":{"upgrades":[{"upgrade_id":5120,"rollout_id":7,"stage":1,"status":"Success","cause":null,"part_number":"AP-110","network_id":3,"previous_version":"2.3.1","mac_id":"02:00:5E:10:00:0A"}]}}';

describe('signedHeaders', () => {
  // docs/webhooks.md#signatures-2
  it('signs as Standard Webhooks defines', () => {
    const at = new Date(1_796_084_409_000);
    expect(signedHeaders('evt_7_42_0', BODY, [SECRET], at)).to.include({
      'webhook-id': 'evt_7_42_0',
      'webhook-timestamp': '1796084409',
      'webhook-signature': 'v1,gkoedQ97g4bKArKoh/JH8kvd/dQFpikWzG679KZKECU=',
    });
  });
});
