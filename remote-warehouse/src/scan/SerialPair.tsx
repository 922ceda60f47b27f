import type { ComponentProps } from 'react';
import { SerialLink } from './SerialLink.tsx';

interface Props extends ComponentProps<typeof SerialLink> {
  readonly replacement: string | null;
}

/** A serial number and the one that stands in for it. */
export const SerialPair = ({ replacement, ...serial }: Props) => (
  <>
    <SerialLink {...serial} />
    {replacement ? (
      <>
        {' → '}
        <SerialLink {...serial} serialNo={replacement} />
      </>
    ) : null}
  </>
);
