import Link, { type LinkProps } from '@cloudscape-design/components/link';
import { useRouter } from '@tanstack/react-router';

const BASE = '/console';

/** The address of a screen: `/rollouts/7` is `/console/rollouts/7`. */
function screenUrl(path: string): string {
  return path === '/' ? BASE : `${BASE}${path}`;
}

/** Opens a screen without loading the page again; takes the path of the screen with its query. */
export function useGoTo(): (path: string) => void {
  const { history } = useRouter();
  return (path) => {
    history.push(screenUrl(path));
  };
}

interface RouteLinkProps extends Omit<LinkProps, 'href' | 'onFollow'> {
  readonly to: string;
}

/** A link to a screen of the console. */
export function RouteLink({ to, ...link }: RouteLinkProps) {
  const goTo = useGoTo();
  return (
    <Link
      {...link}
      href={screenUrl(to)}
      onFollow={(event) => {
        event.preventDefault();
        goTo(to);
      }}
    />
  );
}
