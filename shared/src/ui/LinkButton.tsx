import Button from 'antd/es/button';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkButtonProps
  extends Omit<ComponentProps<typeof Button>, 'href' | 'onClick' | 'htmlType'> {
  readonly to: To;
  readonly state?: unknown;
}

/** A link that looks like a button: opens in a new tab as links do, moves inside the app otherwise. */
export function LinkButton({ to, state, ...rest }: LinkButtonProps): ReactNode {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  return (
    <Button
      {...rest}
      href={href}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
    />
  );
}
