/**
 * What a JSON Merge Patch (RFC 7396) makes of a value: objects are merged, null removes a member, and everything else
 * replaces what it is applied to.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const from = isObject(target) ? target : {};
  const kept = Object.entries(from).filter(([name]) => !Object.hasOwn(patch, name));
  const set = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, mergePatch(from[name], value)] as const);
  return Object.fromEntries([...kept, ...set]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
