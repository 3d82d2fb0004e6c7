import { lazy, Suspense, type ComponentType, type FunctionComponent } from 'react';

/** A component that is loaded when it is first shown, such as a dialog; nothing is shown meanwhile. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as FunctionComponent<Props>;
  return function LazyPart(props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
