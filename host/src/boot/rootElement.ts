/**
 * Where the application is drawn. A cached entry runs before the document has been read to its
 * end: an injected script does not wait for it.
 */
export async function rootElement(): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((ready) => {
      document.addEventListener('DOMContentLoaded', ready, { once: true });
    });
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  return root;
}
