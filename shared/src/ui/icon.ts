import type CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import type { ComponentProps, FC } from 'react';
import { createElement } from 'react';

export type IconProps = Omit<ComponentProps<typeof CloseOutlined>, 'ref'>;

/**
 * The icons remotes may use: one set, by deep path, so that only these are carried. An icon repeats
 * what its text says, so it is hidden from those who listen; antd's own would say its English name.
 */
export const icon = (Drawing: unknown): FC<IconProps> =>
  function Icon(props) {
    return createElement(Drawing as FC<Record<string, unknown>>, {
      role: 'presentation',
      'aria-hidden': true,
      'aria-label': undefined,
      ...props,
    });
  };
