/** A box, as the tab of a browser shows it. In an address of its own a file would be one more request. */
const BOX =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='6' fill='#096DD9'/><path d='M7 12.5 16 8l9 4.5v8L16 25l-9-4.5zM7 12.5 16 17l9-4.5M16 17v8' fill='none' stroke='#fff' stroke-width='2'/></svg>";

/** Gives the tab its icon. The document has an empty one, so that no browser asks the server for it. */
export function showPageIcon(): void {
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(BOX)}`);
}
