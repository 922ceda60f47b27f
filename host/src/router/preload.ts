import { matchPath } from 'react-router-dom';

interface Preloadable {
  readonly path: string;
  readonly preload: () => void;
}

let known: readonly Preloadable[] = [];

export function setPreloads(pages: readonly Preloadable[]): void {
  known = pages;
}

/** Fetches the code of the page at a path ahead: on hover or focus of its menu entry. */
export function preloadPath(path: string): void {
  known.find((page) => matchPath(page.path, path))?.preload();
}
