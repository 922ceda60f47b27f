require('./shiftedDate.cjs');

// What antd and the router expect of a browser and jsdom lacks.
// Node's own MessageChannel keeps the test process alive, so this one runs on timers.
globalThis.MessageChannel ??= class {
  constructor() {
    const port = () => ({ onmessage: null, close() {}, start() {}, postMessage() {} });
    this.port1 = port();
    this.port2 = port();
    const link = (from, to) => {
      from.postMessage = (data) => {
        setTimeout(() => to.onmessage?.({ data }), 0);
      };
    };
    link(this.port1, this.port2);
    link(this.port2, this.port1);
  }
};

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.IntersectionObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

// jsdom matches every rule of antd with the element, and again with each of its parents, for one
// computed style: 70 % of a form's test. What queries by role and user-event ask is only this.
const ASKED = ['display', 'visibility', 'pointer-events'];
const reduced = new WeakSet();
const reduce = (sheet) => {
  reduced.add(sheet);
  for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
    const { style } = sheet.cssRules[index];
    if (!ASKED.some((name) => style?.getPropertyValue(name))) sheet.deleteRule(index);
  }
};

const computed = window.getComputedStyle.bind(window);
// jsdom prints "not implemented" for pseudo elements, which antd measures.
window.getComputedStyle = (element) => {
  for (const sheet of document.styleSheets) if (!reduced.has(sheet)) reduce(sheet);
  return computed(element);
};
