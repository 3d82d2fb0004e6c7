/** Those of mongod's server parameters that the gateway has. */
export interface Parameters {
  /** Whether clients may set fail points. */
  readonly testCommands: boolean;
  readonly transactionLifetimeSeconds: number;
}

/** Reads `name=value` settings, named as mongod names them. Throws on an unknown one. */
export function readParameters(settings: readonly string[]): Parameters {
  let testCommands = false;
  let transactionLifetimeSeconds = 60;
  for (const setting of settings) {
    const [name, value] = setting.split('=');
    if (name === 'enableTestCommands') testCommands = value === '1';
    else if (name === 'transactionLifetimeLimitSeconds') transactionLifetimeSeconds = Number(value);
    else throw new Error(`unknown parameter: ${setting}`);
  }
  return { testCommands, transactionLifetimeSeconds };
}
