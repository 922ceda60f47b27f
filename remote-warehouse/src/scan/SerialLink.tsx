import { pathOf, useCan } from '@boxyard/shared/runtime';
import { Link, useLocation } from 'react-router-dom';
import classes from './scan.module.css';

interface Props {
  readonly serialNo: string;
  /** Left out: the serial is of the part whose page this is. */
  readonly partId?: string;
}

/** A serial number that leads to its life (domain-warehouse 3.5). */
export function SerialLink({ serialNo, partId }: Props) {
  const { pathname, search } = useLocation();
  const may = useCan('parts-warehouse:view');
  if (!may) return serialNo;
  const query = new URLSearchParams(partId === undefined ? search : '');
  query.set('serial', serialNo);
  const path = partId === undefined ? pathname : pathOf('parts-warehouse-tracking', { id: partId });
  return (
    <Link
      className={classes.serial}
      to={`${path}?${query}`}
      preventScrollReset={partId === undefined}
    >
      {serialNo}
    </Link>
  );
}
