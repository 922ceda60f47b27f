type Entry = 'signin' | 'shell';

/** Files of an entry, as index.html names them on the script tag of boot.js. */
export function entryFiles(entry: Entry, script: HTMLScriptElement | null): string[] {
  const tag = script ?? document.querySelector<HTMLScriptElement>('script[data-shell]');
  return (tag?.dataset[entry] ?? '').split(' ').filter(Boolean);
}

const isStyle = (file: string): boolean => file.endsWith('.css');

/** Whether the document has a file already: both entries begin with the same base. */
const isHere = (file: string): boolean =>
  document.querySelector(`script[src="${file}"], link[rel="stylesheet"][href="${file}"]`) !== null;

/** Loads what an entry needs and the document does not have yet; `onFailure`: a file did not come. */
export function loadEntry(
  entry: Entry,
  script: HTMLScriptElement | null,
  onFailure?: () => void,
): void {
  for (const file of entryFiles(entry, script).filter((one) => !isHere(one))) {
    const tag = isStyle(file)
      ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: file })
      : // An injected script is async by default; the files of an entry keep their order.
        Object.assign(document.createElement('script'), { src: file, async: false });
    if (onFailure) tag.addEventListener('error', onFailure, { once: true });
    document.head.append(tag);
  }
}

/** Fetches files ahead, at the lowest priority. */
export function prefetch(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = isStyle(file) ? 'style' : 'script';
    link.href = file;
    document.head.append(link);
  }
}

/** Fetches the shell's files ahead: the person is still typing. */
export const prefetchShell = (): void =>
  prefetch(entryFiles('shell', null).filter((file) => !isHere(file)));
