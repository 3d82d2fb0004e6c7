/** Such as "1 device" or "2,000 devices". */
export function deviceCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'device' : 'devices'}`;
}
