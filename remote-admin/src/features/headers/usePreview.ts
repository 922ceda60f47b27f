import { call } from '@boxyard/shared/client';
import { useEffect, useState } from 'react';
import type { PreviewBody } from './previewOf.ts';

/** How long typing must pause before the PDF is drawn anew. */
const PAUSE_MS = 500;

interface Preview {
  readonly blob: Blob | null;
  readonly error: Error | null;
  /** What is shown is older than what was typed. */
  readonly isStale: boolean;
}

/** The PDF of a header that is being typed; the last one stays until the next is there. */
export function usePreview(body: PreviewBody | null): Preview {
  const [preview, setPreview] = useState<Preview>({ blob: null, error: null, isStale: true });
  useEffect(() => {
    if (body === null) return;
    const aborting = new AbortController();
    setPreview((before) => ({ ...before, isStale: true }));
    const draw = async () => {
      try {
        const { signal } = aborting;
        const { blob } = await call('documentHeaders.preview', {
          body,
          signal,
          silent: true,
          loading: false,
        });
        if (!signal.aborted) setPreview({ blob, error: null, isStale: false });
      } catch (error) {
        if (aborting.signal.aborted) return;
        setPreview((before) => ({ ...before, error: error as Error, isStale: false }));
      }
    };
    const timer = setTimeout(() => void draw(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [body]);
  return preview;
}
