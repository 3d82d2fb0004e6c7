const MOUSE = new Set(['click', 'dblclick', 'dragTo', 'fill', 'focus', 'hover', 'setChecked', 'tap']);

/** Refuses what a test does with a mouse, or with a control that the tab order has not led to. */
const keyboardOnly = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { refused: 'Use test/console/keyboard.ts instead of {{name}}.' },
  },
  create(context) {
    return {
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || !MOUSE.has(callee.property.name)) return;
        const { name } = callee.property;
        context.report({ node: callee.property, messageId: 'refused', data: { name } });
      },
    };
  },
};

/** The plugin of the linter for the journeys through the console. */
export default { meta: { name: 'journeys' }, rules: { 'keyboard-only': keyboardOnly } };
