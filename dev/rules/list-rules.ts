import { ERROR_ROWS } from '../../test/contract/all-error-rows.js';
import { errorTitle } from '../../test/contract/error-rows.js';
import { PATH_ROWS, SITE_ROWS, pathTitle, siteTitle } from '../../test/contract/path-rows.js';
import { RULES, type Rule } from '../../test/contract/rules.js';
import { collectTitles, type TestTitle } from './collect-titles.js';
import { matchRules, unknownRules } from './match-rules.js';

/** The rules and rows of the interface document with the tests that name them. */
export interface RuleList {
  readonly matches: readonly { readonly rule: Rule; readonly tests: readonly TestTitle[] }[];
  /** Rules and rows that no test names. */
  readonly gaps: readonly Rule[];
  /** Titles that name a rule which is not listed. */
  readonly unknown: readonly TestTitle[];
  /** The tests that are made from the tables of paths and errors: one a row, each its own proof. */
  readonly generated: readonly TestTitle[];
}

/** The list that `npm run rules` prints and a test looks at; reads every test of the folder. */
export async function listRules(folder: string): Promise<RuleList> {
  const generated = [
    ...[...PATH_ROWS.map(pathTitle), ...SITE_ROWS.map(siteTitle)].map((title) => titled('paths', title)),
    ...ERROR_ROWS.map((row) => titled('errors', errorTitle(row))),
  ];
  const titles = await collectTitles(folder);
  const matches = matchRules(RULES, [...titles, ...generated]);
  return {
    matches,
    gaps: matches.filter(({ tests }) => tests.length === 0).map(({ rule }) => rule),
    unknown: unknownRules(RULES, titles),
    generated,
  };
}

function titled(table: string, title: string): TestTitle {
  return { file: `contract/${table}.test.ts`, title };
}
