import { ERROR_ROWS } from '../../test/contract/all-error-rows.js';
import { errorTitle } from '../../test/contract/error-rows.js';
import { PATH_ROWS, SITE_ROWS, pathTitle, siteTitle } from '../../test/contract/path-rows.js';
import { RULES } from '../../test/contract/rules.js';
import { collectTitles } from './collect-titles.js';
import { matchRules, unknownRules } from './match-rules.js';

// npm run rules: every rule and row of the interface document with the tests that name it. Ends with 1 when one has none.
const titles = await collectTitles('test');
const matches = matchRules(RULES, titles);
const lines: string[] = [];
let operation = '';
for (const { rule, tests } of matches) {
  if (rule.operation !== operation) lines.push('', rule.operation);
  operation = rule.operation;
  const kind = /^\d+$/.test(rule.id) ? 'rule' : 'row';
  lines.push(`  ${kind} ${rule.id}: ${rule.text}`);
  lines.push(
    ...(tests.length === 0 ? ['    NO TEST'] : tests.map(({ file, title }) => `    ${title}  (${file})`)),
  );
}
lines.push('', 'Endpoints', ...PATH_ROWS.map((row) => `  ${pathTitle(row)}`));
lines.push('', 'Site', ...SITE_ROWS.map((row) => `  ${siteTitle(row)}`));
lines.push('', 'Errors', ...ERROR_ROWS.map((row) => `  ${errorTitle(row)}`));

const gaps = matches.filter(({ tests }) => tests.length === 0);
const unknown = unknownRules(RULES, titles);
lines.push(
  '',
  `${RULES.length + PATH_ROWS.length + SITE_ROWS.length + ERROR_ROWS.length} rules and rows, ${gaps.length} without a test`,
);
lines.push(...gaps.map(({ rule }) => `  gap: ${rule.operation}, ${rule.id}: ${rule.text}`));
lines.push(...unknown.map(({ file, title }) => `  unknown rule: ${title}  (${file})`));
process.stdout.write(`${lines.join('\n').trimStart()}\n`);
process.exitCode = gaps.length + unknown.length === 0 ? 0 : 1;
