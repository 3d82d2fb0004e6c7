/** awsui_NAME_COMPONENT_VERSION_LINE: a name is unique in its component. */
const CLASS = /\bawsui_([\w-]+)_([a-z\d]{5})_[a-z\d]{5}_\d+/g;
/** --NAME-HASH */
const PROPERTY = /--[a-z][\w-]*-[a-z\d]{6}(?![\w-])/g;
const HASH = /-[a-z\d]{6}$/;
const DEFINITION = /(--[\w-]+):/g;
/** A custom property with the value for pages without the theme; the value has at most two levels of parentheses. */
const WITH_FALLBACK = /var\(\s*(--[\w-]+)\s*,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/** Gives the plain name of a name with hashes. */
export type PlainNames = (code: string) => string;

/** How the names of a theme and of a list of custom properties become plain. */
export function plainNamesOf(theme: string, properties: string): PlainNames {
  const hashed = new Set(`${theme}${properties}`.match(PROPERTY));
  const named = new Map<string, string>();
  const shorter = (name: string, plain: string): string => {
    const other = named.get(plain) ?? name;
    if (other !== name) throw new Error(`${name} and ${other} would both be ${plain}`);
    named.set(plain, name);
    return plain;
  };
  const renamed = (code: string): string =>
    code
      .replace(CLASS, (name, own: string, component: string) => shorter(name, `awsui_${own}_${component}`))
      .replace(PROPERTY, (name) => (hashed.has(name) ? shorter(name, name.replace(HASH, '')) : name));
  const defined = new Set(everywhere(renamed(theme)));
  const withoutFallbacks = (code: string): string =>
    code.replace(WITH_FALLBACK, (_, name: string, fallback: string) =>
      defined.has(name) ? `var(${name})` : `var(${name},${withoutFallbacks(fallback)})`,
    );
  return (code) => withoutFallbacks(renamed(code));
}

/** The custom properties that a theme defines for the whole page: those of its first rule. */
function everywhere(theme: string): readonly string[] {
  const rule = theme.slice(theme.indexOf('body {'), theme.indexOf('}'));
  return Array.from(rule.matchAll(DEFINITION), ([, name = '']) => name);
}
