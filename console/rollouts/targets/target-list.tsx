import { Fragment } from 'react';
import { RouteLink } from '../../components/route-link';
import { useTargetText } from './use-target-text';

/** Targets by name, each a link to what it names. */
export function TargetList({ targets }: { readonly targets: readonly string[] }) {
  const textOf = useTargetText();
  return targets.map((target, index) => {
    const { text, path } = textOf(target);
    return (
      <Fragment key={target}>
        {index > 0 && ', '}
        {path === null ? text : <RouteLink to={path}>{text}</RouteLink>}
      </Fragment>
    );
  });
}
