/** Wordings that comments, test titles and documents do not use, each with what to write instead. */
const REFUSED = [
  { pattern: /\b(?:whoever|whomever)\b/gi, instead: 'name the subject: "the caller", "each process"' },
  { pattern: /\b(?:nobody|somebody)\b/gi, instead: 'name the subject: "no caller", "another process"' },
  {
    pattern: /\bwhat\s+is\s+no\b/gi,
    instead: 'name the thing: "invalid input", "a value that is not an id"',
  },
  { pattern: /\b(?:come|comes|came|coming)\s+by\b/gi, instead: '"found", "obtained", "read"' },
  { pattern: /\bat\s+all\b/gi, instead: 'leave it out' },
  { pattern: /\btold\b/gi, instead: '"offered", "sent", "notified", "reported"' },
  {
    pattern: /\b(?:stands|stood|stand\s+(?:in|for|at|by))\b/gi,
    instead: '"is", "is stored in", "remains", "represents"',
  },
  { pattern: /(?<=^\s*|[.:;]\s+)Who\s(?![^.]*\?)/g, instead: 'name the subject: "A caller that …"' },
];

const TITLED = new Set(['describe', 'it', 'context']);

/** The refused words of a text, with their offsets. Text in backticks is code and is not examined. */
export function refusedWords(text) {
  const prose = text.replace(/```[^]*?```|`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return REFUSED.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map(({ 0: words, index }) => ({ words, index, instead })),
  );
}

/** Refuses these words in comments and in titles of tests. */
export const plainEnglish = {
  meta: { type: 'suggestion', schema: [], messages: { refused: '"{{words}}": write {{instead}}.' } },
  create(context) {
    const { sourceCode } = context;
    const check = (text, offset) => {
      for (const { words, index, instead } of refusedWords(text)) {
        const at = offset + index;
        const loc = {
          start: sourceCode.getLocFromIndex(at),
          end: sourceCode.getLocFromIndex(at + words.length),
        };
        context.report({
          loc,
          messageId: 'refused',
          data: { words: words.trim().replace(/\s+/g, ' '), instead },
        });
      }
    };
    return {
      Program() {
        // Two characters open a comment; a line break and its asterisk become spaces, so that phrases may be broken.
        for (const comment of sourceCode.getAllComments()) {
          check(
            ` ${comment.value.replace(/\n\s*\*?/g, (gap) => ' '.repeat(gap.length))}`,
            comment.range[0] + 1,
          );
        }
      },
      CallExpression({ callee, arguments: [title] }) {
        const name = callee.type === 'MemberExpression' ? callee.object.name : callee.name;
        if (!TITLED.has(name) || title === undefined) return;
        const texts = title.type === 'TemplateLiteral' ? title.quasis : [title];
        // The quote is part of the text, so that offsets are those of the file; it is no part of the prose.
        for (const { range } of texts) check(sourceCode.text.slice(range[0] + 1, range[1] - 1), range[0] + 1);
      },
    };
  },
};

/** The plugin of the linter. */
export default { meta: { name: 'airfleet' }, rules: { 'plain-english': plainEnglish } };
