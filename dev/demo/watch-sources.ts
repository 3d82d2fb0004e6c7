import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const FOLDERS = ['api', 'worker', 'gateway', 'shared'] as const;
/** Editors write a file in several steps. */
const SETTLED_MS = 30;

/**
 * Transpiles each source that changes, without checking types, and restarts the processes one after another. A full
 * `tsc --watch` takes several seconds per save; the editor and `npm test` check types.
 */
export function watchSources(
  dist: string,
  processes: readonly { restart(): Promise<void> }[],
  print: (line: string) => void,
): { close(): Promise<void> } {
  const root = dirname(dist.replace(/\/$/, ''));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const compilerOptions = { ...config.compilerOptions, module: 'esnext', moduleResolution: 'bundler' };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  const changed = new Set<string>();
  let settled: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function apply(): Promise<void> {
    const paths = [...changed];
    changed.clear();
    const started = performance.now();
    try {
      const updated = await Promise.all(paths.map((path) => update(root, dist, path, options)));
      if (!updated.includes(true)) return;
      for (const each of processes) await each.restart();
      print(`── ${paths.join(', ')}: restarted (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      print(`── ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  const watchers = new Map<string, FSWatcher>();
  /** Watches each folder by itself: on Linux a recursive watcher loses a file that an editor has replaced. */
  function watchFolder(folder: string): void {
    watchers.get(folder)?.close();
    const watcher = watch(join(root, folder), (_event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (isFolder(join(root, path)) && !watchers.has(path)) watchFolder(path);
      changed.add(path);
      clearTimeout(settled);
      settled = setTimeout(() => {
        work = work.then(apply);
      }, SETTLED_MS);
    });
    watcher.on('error', () => {
      watcher.close();
    });
    watchers.set(folder, watcher);
    for (const name of readdirSync(join(root, folder)))
      if (isFolder(join(root, folder, name))) watchFolder(join(folder, name));
  }
  for (const folder of FOLDERS) watchFolder(folder);
  return {
    async close() {
      for (const watcher of watchers.values()) watcher.close();
      clearTimeout(settled);
      await work;
    },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Updates the compiled file of one source. Returns false when the path is not a source file. */
async function update(
  root: string,
  dist: string,
  path: string,
  options: ts.CompilerOptions,
): Promise<boolean> {
  const source = join(root, path);
  const found = await stat(source).catch(() => null);
  if (!found?.isFile() || /(~|\.swp)$/.test(path)) return false;
  const target = join(dist, path);
  await mkdir(dirname(target), { recursive: true });
  if (!path.endsWith('.ts')) {
    await copyFile(source, target);
    return true;
  }
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(await readFile(source, 'utf8'), {
    compilerOptions: { ...options, sourceRoot: dirname(source) },
    fileName: source,
    reportDiagnostics: true,
  });
  const [fault] = diagnostics ?? [];
  if (fault)
    throw new Error(
      ts
        .formatDiagnostic(fault, {
          getCanonicalFileName: (name) => name,
          getCurrentDirectory: () => root,
          getNewLine: () => '\n',
        })
        .trim(),
    );
  const compiled = target.replace(/\.ts$/, '.js');
  await writeFile(compiled, outputText);
  await writeFile(`${compiled}.map`, sourceMapText ?? '');
  return true;
}
