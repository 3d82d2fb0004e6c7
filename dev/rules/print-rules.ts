import { listRules } from './list-rules.js';

// npm run rules: every rule and row of the interface document with the tests that name it. Ends with 1 when one has none.
const { matches, gaps, unknown, generated } = await listRules('test');
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
lines.push('', 'Tables of paths and errors', ...generated.map(({ title }) => `  ${title}`));
lines.push('', `${matches.length + generated.length} rules and rows, ${gaps.length} without a test`);
lines.push(...gaps.map((rule) => `  gap: ${rule.operation}, ${rule.id}: ${rule.text}`));
lines.push(...unknown.map(({ file, title }) => `  unknown rule: ${title}  (${file})`));
process.stdout.write(`${lines.join('\n').trimStart()}\n`);
process.exitCode = gaps.length + unknown.length === 0 ? 0 : 1;
