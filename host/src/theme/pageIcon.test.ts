import { showPageIcon } from './pageIcon.ts';

test('gives the tab an icon that no request brings', () => {
  document.head.innerHTML = '<link rel="icon" href="data:," />';
  showPageIcon();
  const href = document.querySelector('link')?.getAttribute('href') ?? '';
  expect(decodeURIComponent(href)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
});
