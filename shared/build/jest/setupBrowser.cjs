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

// jsdom prints "not implemented" for pseudo elements, which antd measures.
const computed = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => computed(element);
