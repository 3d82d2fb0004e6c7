import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

interface Lock {
  readonly packages: Readonly<
    Record<string, { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }>
  >;
}

/** The folders in which a package looks for another, from its own to the outermost. */
function places(path: string, name: string): string[] {
  const found = [`${path === '' ? '' : `${path}/`}node_modules/${name}`];
  if (path === '') return found;
  const around = path.lastIndexOf('/node_modules/');
  return [...found, ...places(around === -1 ? '' : path.slice(0, around), name)];
}

describe('package-lock.json', () => {
  let lock: Lock;
  before(async () => {
    lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  });

  it('has the optional packages of every platform, which npm ci requires', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !places(path, name).some((place) => lock.packages[place]?.version !== undefined),
      ),
    );
    expect(missing).to.deep.equal([]);
  });

  it('names no registry, so that npm uses the configured one', () => {
    const resolved = Object.values(lock.packages).map((entry) => entry.resolved);
    expect(resolved.filter((url) => url !== undefined)).to.deep.equal([]);
  });
});
