/** A MongoDB URI with the driver's command events, which are off otherwise because they decode each reply a second time. */
export function monitored(uri: string): string {
  if (/[?&]monitorCommands=/.test(uri)) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}
