/**
 * What the client needs of the application. `shared/client` and `shared/runtime` do not import each
 * other: the host fills these ports at its composition root (domain-conventions "Browser").
 */
export type ClientName = 'main' | 'backOffice';
export type Language = 'en' | 'th';

export interface Notice {
  readonly type: 'success' | 'error';
  readonly title: string;
  readonly detail?: string;
  /** Which client speaks: the main client's notices stay 2500 ms, pop-ups 3000 ms (specification 9). */
  readonly from: ClientName;
}

export interface ClientPorts {
  /** The stored token; null sends the call without one. */
  readonly getToken: () => string | null;
  readonly language: () => Language;
  readonly notify: (notice: Notice) => void;
  /** Main: raises the global loading counter. Back office: shows the overlay. */
  readonly startLoading: (client: ClientName) => void;
  /** Comes 500 ms (main) or 800 ms (back office) after a call has finished. */
  readonly stopLoading: (client: ClientName) => void;
  /** 401 of either client: on to logout. */
  readonly onUnauthorized: () => void;
  /** 403 of the main client: on to the blank page. */
  readonly onForbidden: () => void;
}

const nothing = () => undefined;
const silent: ClientPorts = {
  getToken: () => null,
  language: () => 'en',
  notify: nothing,
  startLoading: nothing,
  stopLoading: nothing,
  onUnauthorized: nothing,
  onForbidden: nothing,
};

let current: ClientPorts = silent;

/** Fills the ports; what is left out does nothing. */
export function configureClient(ports: Partial<ClientPorts>): void {
  current = { ...silent, ...ports };
}

export const ports = (): ClientPorts => current;
