import { Fragment } from 'react';
import { SerialLink } from './SerialLink.tsx';

interface Props {
  readonly partId: string;
  readonly serials: readonly string[];
}

/** Serial numbers of a line, each a way to its life. */
export const SerialLinks = ({ partId, serials }: Props) =>
  serials.map((serialNo, index) => (
    <Fragment key={serialNo}>
      {index > 0 ? ', ' : null}
      <SerialLink serialNo={serialNo} partId={partId} />
    </Fragment>
  ));
