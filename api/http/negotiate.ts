import accepts from 'accepts';
import type { Context } from 'koa';

const JSON_TYPE = 'application/json';

/**
 * Whether the caller asks for JSON: a .json suffix, no Accept, one of nothing but *\/*, or one that names
 * application/json with a quality not below that of text/html (docs/interface.md#json).
 */
export function wantsJson(ctx: Context): boolean {
  if (ctx.path.endsWith('.json')) return true;
  const ranges = rangesOf(ctx);
  if (ranges.every((range) => typeOf(range) === '*/*')) return true;
  const named = ranges.filter((range) => typeOf(range) === JSON_TYPE);
  // Of equal qualities the library takes the type that comes first.
  const others = ranges.filter((range) => !named.includes(range));
  return named.length > 0 && preferred([...named, ...others], [JSON_TYPE, 'text/html']) === JSON_TYPE;
}

/** Whether the caller takes JSON at all, even if it would rather have something else. */
export function takesJson(ctx: Context): boolean {
  return ctx.path.endsWith('.json') || preferred(rangesOf(ctx), [JSON_TYPE]) !== false;
}

/** The media ranges of Accept without parameters other than their quality: a charset makes no other type. */
function rangesOf(ctx: Context): string[] {
  const ranges = ctx.get('Accept').split(',');
  return ranges
    .map((range) => range.split(';').filter((part, index) => index === 0 || /^\s*q\s*=/i.test(part)))
    .map((parts) => parts.join(';').trim())
    .filter((range) => range !== '');
}

function typeOf(range: string): string {
  return (range.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function preferred(ranges: readonly string[], types: string[]): string | false {
  const request: unknown = { headers: ranges.length === 0 ? {} : { accept: ranges.join(', ') } };
  return accepts(request as Parameters<typeof accepts>[0]).type(types) as string | false;
}
