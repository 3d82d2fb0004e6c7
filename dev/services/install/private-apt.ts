import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../processes/run-program.js';

/** The suite that holds the packages; its libraries are newer than a stable host's and never touch them. */
const SUITE = 'forky';
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

/** The archives this host's own apt uses for Debian itself, the likeliest first. */
async function mirrors(env: NodeJS.ProcessEnv): Promise<string[]> {
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)';
  const release = /^VERSION_CODENAME=(.*)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1];
  const listed = await runProgram(
    'apt-get',
    ['indextargets', '--no-release-info', '--format', format, 'Created-By: Packages'],
    {
      env,
    },
  );
  const known = new Set([release, 'stable', 'testing', 'unstable', 'sid', SUITE]);
  const found = listed
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, suite, component]) => known.has(suite) && component === 'main')
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
  static async create(folder: string, env: NodeJS.ProcessEnv): Promise<PrivateApt> {
    const [candidates, key, transport] = await Promise.all([mirrors(env), keyring(), transportSettings(env)]);
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
    // An empty status file: apt believes that nothing is installed and fetches the whole closure.
    await writeFile(join(paths.state, 'status'), '');
    await writeFile(
      configuration,
      [
        ...transport,
        `Dir::State "${paths.state}";`,
        `Dir::State::status "${join(paths.state, 'status')}";`,
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
      writeFile(sources, `deb [signed-by=${key}] ${mirror} ${SUITE} main\n`),
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
