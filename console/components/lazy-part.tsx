import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType, type FunctionComponent } from 'react';

/**
 * A component that is loaded when it is first shown, such as a dialog; nothing is shown meanwhile. An error takes the
 * place of one that cannot be loaded, and the page around it stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as FunctionComponent<Props>;
  return function LazyPart(props) {
    return (
      <CatchBoundary getResetKey={() => load} errorComponent={Failed}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    );
  };
}

/** A browser keeps the failure of an import for as long as the page, so only a reload tries again. */
function Failed() {
  const reload = (
    <Button
      formAction="none"
      onClick={() => {
        location.reload();
      }}
    >
      Reload
    </Button>
  );
  return (
    <div role="alert">
      <Alert type="error" header="This part of the page could not be loaded" action={reload}>
        What you have entered is kept until you reload the page.
      </Alert>
    </div>
  );
}
