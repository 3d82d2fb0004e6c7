import tseslint from 'typescript-eslint';
import { plainEnglishConfig } from './dev/lint/plain-english.mjs';

export default tseslint.config(
  { ignores: ['dist/', '.airfleet/', 'coverage/', 'node_modules/'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // mongoose takes its options as plain objects and types them as classes.
    files: ['shared/*/models/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    // chai's assertions are expressions by design.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
  {
    // Stores in memory answer at once, through the asynchronous interfaces of the real ones.
    files: ['dev/rollout-simulation/memory-*.ts'],
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  ...plainEnglishConfig(),
);
