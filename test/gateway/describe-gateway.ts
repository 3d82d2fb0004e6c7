import type { Suite } from 'mocha';
import { findGateway } from './gateway-uri.js';

/** A suite that runs against the gateway, whatever MongoDB the rest of the run uses. */
export function describeGateway(title: string, define: (this: Suite) => void): void {
  describe('gateway', function () {
    before(async function () {
      this.timeout(300_000);
      if (!(await findGateway())) this.skip();
    });
    describe(title, define);
  });
}
