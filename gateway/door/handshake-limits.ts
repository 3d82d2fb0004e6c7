import { clientKey } from '../../shared/platform/values/client-key.js';

const MAX_AT_ONCE = 64;
const MAX_OF_ADDRESS = 8;

/** Which connections may begin a handshake; the others are reset, which costs no cryptography. */
export class HandshakeLimits {
  private atOnce = 0;
  private readonly ofAddress = new Map<string, number>();
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
    const key = clientKey(address);
    const others = this.ofAddress.get(key) ?? 0;
    if (this.atOnce >= MAX_AT_ONCE || others >= MAX_OF_ADDRESS || !this.spend()) return null;
    this.atOnce += 1;
    this.ofAddress.set(key, others + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.atOnce -= 1;
      const left = (this.ofAddress.get(key) ?? 1) - 1;
      if (left === 0) this.ofAddress.delete(key);
      else this.ofAddress.set(key, left);
    };
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
