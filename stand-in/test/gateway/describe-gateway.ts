import type { Suite } from 'mocha';
import { findGateway } from './gateway-uri.js';

/** A suite that runs against the gateway, even if the rest of the run uses another MongoDB. */
export function describeGateway(title: string, define: (this: Suite) => void): void {
  describe('gateway', function () {
    before(async function () {
      this.timeout(900_000);
      if (!(await findGateway())) this.skip();
    });
    describe(title, define);
  });
}
