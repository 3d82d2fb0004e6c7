import { useNetworkOptions, usePartOptions, useTagOptions } from '../../pickers/pickers';
import { targetText, type TargetText } from './target-text';

/** Names targets by what the user sees. */
export function useTargetText(): (target: string) => TargetText {
  const mapOf = (options: ReturnType<typeof useTagOptions>): Map<string, string> =>
    new Map(options.map(({ value, label = value }) => [value, label]));
  const names = {
    networks: mapOf(useNetworkOptions()),
    tags: mapOf(useTagOptions()),
    parts: mapOf(usePartOptions()),
  };
  return (target) => targetText(target, names);
}
