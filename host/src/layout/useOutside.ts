import { type RefObject, useEffect, useRef } from 'react';

/** Calls back on a press outside these elements, or on Escape, while `active`. */
export function useOutside(
  active: boolean,
  refs: readonly RefObject<HTMLElement | null>[],
  onOutside: (cause: 'press' | 'escape') => void,
): void {
  const latest = useRef({ refs, onOutside });
  latest.current = { refs, onOutside };
  useEffect(() => {
    if (!active) return;
    const press = ({ target }: PointerEvent) => {
      const inside = latest.current.refs.some(({ current }) => current?.contains(target as Node));
      if (!inside) latest.current.onOutside('press');
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current.onOutside('escape');
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, [active]);
}
