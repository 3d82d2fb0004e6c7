const PREFIXES = ['', 'k', 'M', 'G', 'T'] as const;

/** Such as "1.2 Mbit/s". */
export function bitRate(bitsPerSecond: number): string {
  let value = bitsPerSecond;
  let index = 0;
  while (value >= 1000 && index < PREFIXES.length - 1) {
    value /= 1000;
    index += 1;
  }
  return `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${PREFIXES[index] ?? ''}bit/s`;
}
