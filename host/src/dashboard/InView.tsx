import { type ReactNode, useEffect, useRef, useState } from 'react';

/** States whether a place of the page has come into view. */
function useSeen() {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (seen || !place.current) return;
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [seen]);
  return { place, seen };
}

interface Props {
  readonly span: string;
  /** Placeholder of the same height. */
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}

/** A piece whose code and data are asked for once it comes into view. */
export function InView({ span, placeholder, children }: Props) {
  const { place, seen } = useSeen();
  return (
    <div ref={place} data-span={span}>
      {seen ? children : placeholder}
    </div>
  );
}
