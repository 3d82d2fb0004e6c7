import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { plainEnglishConfig } from './dev/lint/plain-english.mjs';

export default tseslint.config(
  { ignores: ['dist/', '.airfleet/', 'coverage/', 'node_modules/', 'console/api/schema.d.ts'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // mongoose takes its options as plain objects and types them as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // There are no enums.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  { ...reactHooks.configs.flat.recommended, files: ['console/**/*.ts', 'console/**/*.tsx'] },
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
