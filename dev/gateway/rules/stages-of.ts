import type { Command } from '../wire/command.js';
import { BSON_TYPE, elementsOf } from '../wire/elements.js';

/** The names of the stages of an aggregation. */
export function stagesOf({ body }: Command): string[] {
  const isPipeline = ({ name, type }: { name: string; type: number }): boolean =>
    name === 'pipeline' && type === BSON_TYPE.array;
  const pipeline = [...elementsOf(body)].find(isPipeline);
  if (!pipeline) return [];
  const names: string[] = [];
  for (const { type, valueStart } of elementsOf(body, pipeline.valueStart)) {
    const [stage] = type === BSON_TYPE.document ? elementsOf(body, valueStart) : [];
    if (stage) names.push(stage.name);
  }
  return names;
}
