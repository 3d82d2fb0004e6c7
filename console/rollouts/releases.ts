import { api } from '../api/client';
import type { Option } from '../components/choice';

function useReleases() {
  const { data } = api.useQuery('get', '/upgrades/releases.json');
  return data?.data.releases ?? [];
}

/** The versions to choose from; the first, without a value, is the latest release. */
export function useVersions(): { latest: string; options: Option[] } {
  const releases = useReleases();
  const latest = releases.find(({ is_released: isReleased }) => isReleased)?.version ?? 'latest';
  const options = releases.map(({ version, is_released: isReleased }) => ({
    value: version,
    label: isReleased ? version : `${version} (not released)`,
  }));
  return { latest, options: [{ value: '', label: `Latest release (${latest})` }, ...options] };
}

/** Whether a version is known and not released. */
export function useIsUnreleased(version: string): boolean {
  const release = useReleases().find((each) => each.version === version);
  return release?.is_released === false;
}
