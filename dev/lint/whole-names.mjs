const propertyOf = ({ properties }, name) => properties.find(({ key }) => key?.name === name);

/**
 * Refuses a button by a part of its name: while a page changes, "Create" also finds "Create SSID" of the page before.
 */
const wholeNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { refused: 'Find a button by its whole name: exact: true.' },
  },
  create(context) {
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        const [role, options] = given;
        if (callee.type !== 'MemberExpression' || callee.property.name !== 'getByRole') return;
        if (role?.value !== 'button' || options?.type !== 'ObjectExpression') return;
        const name = propertyOf(options, 'name')?.value;
        const isText = typeof name?.value === 'string' || name?.type === 'TemplateLiteral';
        if (isText && !propertyOf(options, 'exact')) context.report({ node, messageId: 'refused' });
      },
    };
  },
};

/** The plugin of the linter for tests in a browser. */
export default { meta: { name: 'browser' }, rules: { 'whole-names': wholeNames } };
