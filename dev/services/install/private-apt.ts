import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../processes/run-program.js';

/** Where packages come from. */
export interface AptSource {
  /** A name of a release of Debian's; undefined for the one that this host runs. */
  readonly suite: string | undefined;
  /** Whether what is installed on the host is there for them too; else all that they need is fetched. */
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

/** The archives this host's own apt uses for Debian itself, the likeliest first. */
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

/** How this host's apt reaches its archives, such as through a proxy: our own apt has to do the same. */
async function transportSettings(env: NodeJS.ProcessEnv): Promise<string[]> {
  const dump = await runProgram('apt-config', ['dump'], { env });
  return dump.split('\n').filter((line) => /^Acquire::(http|https|tor)::/.test(line));
}

/** A private apt: its state, cache and sources are in a folder of ours, and nothing of the host's is changed. */
export class PrivateApt {
  private constructor(
    readonly archives: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Sets it up in `folder` and fetches the suite's index. Throws when this is no Debian, or offline. */
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
    // With an empty status file apt believes that nothing is installed and fetches the whole closure.
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
        // The index of a mirror that is behind is still signed.
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

  /** Fetches the packages and all they need, without installing them; `onPercent` is told how far it is. */
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
