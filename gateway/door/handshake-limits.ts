import { KeyedLimiter } from '../../shared/platform/keyed-limiter.js';
import { clientKey } from '../../shared/platform/values/client-key.js';

const MAX_AT_ONCE = 64;
const MAX_OF_ADDRESS = 8;

/** Which connections may begin a handshake; the others are reset, which costs no cryptography. */
export class HandshakeLimits {
  private readonly running = new KeyedLimiter<string>({
    maxRunning: MAX_AT_ONCE,
    maxRunningPerKey: MAX_OF_ADDRESS,
  });
  private left: number;
  private filledAt: number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = perSecond;
    this.filledAt = now();
  }

  /** Begins a handshake of an address; the result ends it. Null when it has to be reset. */
  begin(address: string): (() => void) | null {
    const end = this.running.tryAcquire(clientKey(address));
    if (!end || this.spend()) return end;
    end();
    return null;
  }

  private spend(): boolean {
    const at = this.now();
    this.left = Math.min(this.perSecond, this.left + ((at - this.filledAt) / 1000) * this.perSecond);
    this.filledAt = at;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
