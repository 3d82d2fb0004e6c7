import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../processes/run-program.js';

/** The source of packages. */
export interface AptSource {
  /** The code name of a Debian suite; undefined for the host's own. */
  readonly suite: string | undefined;
  /** Whether the packages may use those installed on the host. Otherwise all dependencies are fetched. */
  readonly hasHostPackages: boolean;
}

const HOST_STATUS = '/var/lib/dpkg/status';
const KEYRINGS = ['gpg', 'pgp'].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`);

async function keyring(): Promise<string> {
  for (const path of KEYRINGS) {
    const found = await access(path).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  throw new Error('the keyring of the Debian archive is not installed');
}

async function hostSuite(): Promise<string> {
  return /^VERSION_CODENAME=(.*)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
}

/** The Debian archives that the host's apt uses, the likeliest first. */
async function mirrors(suite: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)';
  const listed = await runProgram(
    'apt-get',
    ['indextargets', '--no-release-info', '--format', format, 'Created-By: Packages'],
    {
      env,
    },
  );
  const known = new Set([await hostSuite(), 'stable', 'testing', 'unstable', 'sid', suite]);
  const found = listed
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, release, component]) => known.has(release ?? '') && component === 'main')
    .flatMap(([uri]) => uri ?? []);
  return [...new Set(found)];
}

/** The settings with which the host's apt reaches its archives, such as a proxy. */
async function transportSettings(env: NodeJS.ProcessEnv): Promise<string[]> {
  const dump = await runProgram('apt-config', ['dump'], { env });
  return dump.split('\n').filter((line) => /^Acquire::(http|https|tor)::/.test(line));
}

/** An apt with its own state, cache and sources in one folder. It does not change the host. */
export class PrivateApt {
  private constructor(
    readonly archives: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Sets it up in `folder` and fetches the suite's index. Throws if the host is not Debian or is offline. */
  static async create(folder: string, env: NodeJS.ProcessEnv, source: AptSource): Promise<PrivateApt> {
    const suite = source.suite ?? (await hostSuite());
    const [candidates, key, transport] = await Promise.all([
      mirrors(suite, env),
      keyring(),
      transportSettings(env),
    ]);
    const paths = {
      state: join(folder, 'state'),
      lists: join(folder, 'lists'),
      archives: join(folder, 'archives'),
      parts: join(folder, 'parts'),
    };
    for (const path of [
      paths.state,
      join(paths.lists, 'partial'),
      join(paths.archives, 'partial'),
      paths.parts,
    ]) {
      await mkdir(path, { recursive: true });
    }
    const sources = join(folder, 'sources.list');
    const configuration = join(folder, 'apt.conf');
    // With an empty status file apt assumes that no package is installed, and fetches all dependencies.
    const status = join(paths.state, 'status');
    await writeFile(status, source.hasHostPackages ? await readFile(HOST_STATUS) : '');
    await writeFile(
      configuration,
      [
        ...transport,
        `Dir::State "${paths.state}";`,
        `Dir::State::status "${status}";`,
        `Dir::State::lists "${paths.lists}";`,
        `Dir::Cache "${folder}";`,
        `Dir::Cache::archives "${paths.archives}";`,
        `Dir::Etc::sourcelist "${sources}";`,
        `Dir::Etc::sourceparts "${paths.parts}";`,
        `Dir::Etc::main "${join(folder, 'none')}";`,
        `Dir::Etc::parts "${paths.parts}";`,
        // Accepts the index of a mirror that lags behind; it is still signed.
        'Acquire::Check-Valid-Until "false";',
        'Acquire::Languages "none";',
        'APT::Install-Recommends "false";',
        ...(process.getuid?.() === 0 ? ['APT::Sandbox::User "root";'] : []),
        '',
      ].join('\n'),
    );
    const apt = new PrivateApt(paths.archives, { ...env, APT_CONFIG: configuration, LC_ALL: 'C' });
    await apt.#useFirstMirror(candidates, (mirror) =>
      writeFile(sources, `deb [signed-by=${key}] ${mirror} ${suite} main\n`),
    );
    return apt;
  }

  /** Fetches the packages and their dependencies without installing them, and reports its progress. */
  async download(packages: readonly string[], onPercent: (percent: number) => void): Promise<void> {
    const args = ['install', '-y', '-q', '--download-only', '-o', 'APT::Status-Fd=1', ...packages];
    await runProgram('apt-get', args, {
      env: this.env,
      onLine: (line) => {
        const percent = /^dlstatus:\d+:([\d.]+):/.exec(line)?.[1];
        if (percent !== undefined) onPercent(Number(percent));
      },
    });
  }

  async #useFirstMirror(
    candidates: readonly string[],
    use: (mirror: string) => Promise<void>,
  ): Promise<void> {
    let failure = new Error("this host's apt names no Debian archive");
    for (const mirror of candidates) {
      await use(mirror);
      try {
        await runProgram('apt-get', ['update', '-q', '-o', 'APT::Update::Error-Mode=any'], { env: this.env });
        return;
      } catch (error) {
        failure = error as Error;
      }
    }
    throw failure;
  }
}
