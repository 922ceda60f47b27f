import { useEffect, useState } from 'react';

/**
 * An address for a blob while a component shows it. Files are fetched with the bearer, never by a
 * link with a token in it (domain-conventions "Browser").
 */
export function useBlobUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) {
      setUrl(null);
      return;
    }
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
