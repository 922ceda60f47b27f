import { matchPath } from 'react-router-dom';

interface Preloadable {
  readonly name: string;
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

/** The same of a page that a menu leads to, by its name. */
export function preloadPage(name: string): void {
  known.find((page) => page.name === name && !page.path.includes(':'))?.preload();
}
