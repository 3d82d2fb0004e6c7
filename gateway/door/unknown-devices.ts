import type { Deps } from '../../shared/composition/deps.js';
import {
  noteUnknownDevice,
  type UnknownDevice,
} from '../../shared/enrolment/operations/note-unknown-device.js';
import { KeyedLimiter } from '../../shared/platform/keyed-limiter.js';

const MAX_AT_ONCE = 8;

/**
 * Notes devices of organisations' authorities that are in no inventory, so that people can add them. Of each organisation
 * one at a time: the others are noted when they ask again, which they do every few minutes, for ever.
 */
export class UnknownDevices {
  private readonly permits = new KeyedLimiter<number>({ maxRunning: MAX_AT_ONCE, maxRunningPerKey: 1 });

  constructor(private readonly deps: Pick<Deps, 'stores' | 'now' | 'log'>) {}

  async note(device: UnknownDevice): Promise<void> {
    const release = this.permits.tryAcquire(device.organisationId);
    if (!release) return;
    try {
      await noteUnknownDevice(this.deps, device);
    } catch (error) {
      this.deps.log.warn({ err: error, macId: device.macId }, 'An unknown device was not noted');
    } finally {
      release();
    }
  }
}
