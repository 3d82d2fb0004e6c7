/** Mocha's limit for a test: a lower one judges the speed of the machine. */
const LEAST_TIMEOUT_MS = 180_000;

const MESSAGES = {
  clock:
    'A test must not measure time: wait with eventually, hold timers with HeldTimers, or write a benchmark.',
  elapsed:
    'A test must not compare with the machine’s clock: compare with times that the test took before and after.',
  patience: 'A test must not give up early: mocha and eventually have the limits.',
  pause: 'A test must not wait for a time: wait for a condition with eventually.',
};

/** `performance.now` as `['performance', 'now']`; null for anything but names joined by dots. */
function namesOf(node) {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression' || node.computed) return null;
  const object = namesOf(node.object);
  return object && [...object, node.property.name];
}

const isCall = (node, name) => node?.type === 'CallExpression' && namesOf(node.callee)?.join('.') === name;

/** Whether a value is the machine's time, read at this point. */
function isNow(node) {
  if (isCall(node, 'Date.now') || isCall(node, 'performance.now')) return true;
  return isCall(node, 'Number') && isNewDate(node.arguments[0]);
}

function isNewDate(node) {
  return node?.type === 'NewExpression' && node.callee.name === 'Date' && node.arguments.length === 0;
}

/** Numbers, constants in capitals, and what is computed of them. */
function isConstant(node) {
  if (node.type === 'BinaryExpression') return isConstant(node.left) && isConstant(node.right);
  return node.type === 'Literal' || (node.type === 'Identifier' && /^[A-Z0-9_]+$/.test(node.name));
}

const METERS = new Set(['performance.now', 'process.hrtime', 'process.hrtime.bigint', 'process.cpuUsage']);
const COMPARISONS = new Set(['<', '<=', '>', '>=']);

/** Refuses assertions and limits that depend on the speed of the machine. */
const noMachineSpeed = {
  meta: { type: 'problem', schema: [], messages: MESSAGES },
  create(context) {
    const report = (node, messageId) => context.report({ node, messageId });
    return {
      CallExpression(node) {
        const names = namesOf(node.callee);
        const name = names?.join('.') ?? '';
        const method = node.callee.type === 'MemberExpression' ? node.callee.property.name : '';
        if (METERS.has(name)) report(node, 'clock');
        else if (name === 'AbortSignal.timeout') report(node, 'patience');
        else if (method === 'waitForTimeout') report(node, 'pause');
        else if (method === 'timeout' && isBelowLeast(node.arguments[0])) report(node, 'patience');
      },
      BinaryExpression(node) {
        const { operator, left, right, parent } = node;
        // `new Date(Date.now() - ms)` and `Date.now() - 1000` are times in the past, not durations.
        const isTime =
          (parent.type === 'NewExpression' && parent.callee.name === 'Date') || isConstant(right);
        if (operator === '-' && !isTime && (isNow(left) || isNow(right))) report(node, 'elapsed');
        if (COMPARISONS.has(operator) && (isNow(left) || isNow(right))) report(node, 'elapsed');
      },
      Property({ key, value }) {
        const name = key.type === 'Identifier' ? key.name : key.value;
        if (name === 'timeout' && isBelowLeast(value)) report(value, 'patience');
      },
    };
  },
};

function isBelowLeast(node) {
  return (
    node?.type === 'Literal' &&
    typeof node.value === 'number' &&
    node.value > 0 &&
    node.value < LEAST_TIMEOUT_MS
  );
}

/** The plugin of the linter for tests. */
export default { meta: { name: 'tests' }, rules: { 'no-machine-speed': noMachineSpeed } };
