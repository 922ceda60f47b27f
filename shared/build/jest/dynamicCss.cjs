// Puts antd's styles into the document of a browser suite, in place of
// `@rc-component/util/lib/Dom/dynamicCSS`. The package looks through all styles of the document, attribute
// by attribute, whenever a component is drawn: a tenth of the time of a page's test in jsdom. Here a
// style is found by its key. Layers and priorities are left out, since jsdom draws nothing.
const styles = new WeakMap();

const containerOf = ({ attachTo } = {}) => attachTo ?? document.head;

/** The elements of a container by their keys. */
function stylesIn(container) {
  if (!styles.has(container)) styles.set(container, new Map());
  return styles.get(container);
}

function injectCSS(css, options) {
  const node = document.createElement('style');
  node.textContent = css;
  return containerOf(options).appendChild(node);
}

function removeCSS(key, options) {
  const byKey = stylesIn(containerOf(options));
  byKey.get(key)?.remove();
  byKey.delete(key);
}

function updateCSS(css, key, options) {
  const byKey = stylesIn(containerOf(options));
  const node = byKey.get(key);
  // A suite may have emptied the document meanwhile.
  if (node?.isConnected) {
    if (node.textContent !== css) node.textContent = css;
    return node;
  }
  const added = injectCSS(css, options);
  byKey.set(key, added);
  return added;
}

const clearContainerCache = () => undefined;

module.exports = { injectCSS, removeCSS, updateCSS, clearContainerCache };
