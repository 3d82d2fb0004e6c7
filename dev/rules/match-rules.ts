import type { TestTitle } from './collect-titles.js';

interface NamedRule {
  readonly operation: string;
  readonly id: string;
  readonly sameAs?: string;
}

const NUMBERED = /^(.+?), (?:rules?|responses?) (\d+(?:(?:, | and |, and )\d+)*)/;
const NAMED = /^(.+?), (?:row|table|limit) ([^:]+):/;

/** The rules that a title says it tests, each as `operation id`: `X, rule 3: …`, `X, rules 3 and 5: …`, `X, row blank: …`. */
export function rulesOfTitle(title: string): string[] {
  const [, operation, numbers] = NUMBERED.exec(title) ?? [];
  if (operation !== undefined && numbers !== undefined) {
    return (numbers.match(/\d+/g) ?? []).map((number) => `${operation} ${number}`);
  }
  const [, of, name] = NAMED.exec(title) ?? [];
  return of === undefined || name === undefined ? [] : [`${of} ${name}`];
}

/** Each rule with the tests that name it; a rule that is the same as another counts its tests too. */
export function matchRules<R extends NamedRule>(
  rules: readonly R[],
  titles: readonly TestTitle[],
): { rule: R; tests: TestTitle[] }[] {
  const byRule = new Map<string, TestTitle[]>();
  for (const title of titles) {
    for (const name of rulesOfTitle(title.title)) byRule.set(name, [...(byRule.get(name) ?? []), title]);
  }
  return rules.map((rule) => {
    const own = byRule.get(`${rule.operation} ${rule.id}`) ?? [];
    const same = rule.sameAs === undefined ? [] : (byRule.get(rule.sameAs) ?? []);
    return { rule, tests: [...own, ...same] };
  });
}

/** Rules that titles name and that the document does not have: a slip of the pen in a title, or a rule that is not listed. */
export function unknownRules(rules: readonly NamedRule[], titles: readonly TestTitle[]): TestTitle[] {
  const known = new Set(rules.map(({ operation, id }) => `${operation} ${id}`));
  const operations = new Set(rules.map(({ operation }) => operation));
  return titles.filter(({ title }) =>
    rulesOfTitle(title).some((name) => !known.has(name) && operations.has(title.split(',')[0] ?? '')),
  );
}
