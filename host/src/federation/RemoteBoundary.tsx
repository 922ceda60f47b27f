import { forgetFailedParts } from '@boxyard/shared/runtime/retryingLazy.tsx';
import { Component, type ComponentType, type ReactNode } from 'react';
import { crashOf, isChunkError, type RemoteFailure } from './failure.ts';
import type { ProblemProps } from './useRecovery.ts';

interface Props {
  readonly remote: string;
  /** Address of the page. Its failure is not that of the same page at another one. */
  readonly place: string;
  /** Whom the page's users tell; without it the administrator. */
  readonly contact: string | undefined;
  /** Stands in while it is found out what is wrong. */
  readonly waiting: ReactNode;
  /** Says what is wrong. */
  readonly Problem: ComponentType<ProblemProps>;
  /** Tries to load the page again; resolves when it can be shown. */
  readonly probe: () => Promise<unknown>;
  /** Finds out why a part of the page did not come. */
  readonly explain: (error: unknown) => Promise<RemoteFailure>;
  readonly onRecovered: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly failure: RemoteFailure | undefined;
  readonly since: Date | undefined;
}

/** Keeps what goes wrong in a remote's page or piece inside that, and shows what it is. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, since: undefined };

  static getDerivedStateFromError(): Partial<State> {
    return { since: new Date() };
  }

  override componentDidCatch(error: unknown): void {
    const { remote, explain } = this.props;
    // A page may load more of itself later, and that may be gone by then.
    if (isChunkError(error)) void explain(error).then((failure) => this.setState({ failure }));
    else this.setState({ failure: crashOf(remote, error) });
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.since && place !== this.props.place) this.props.onRecovered();
  }

  override componentWillUnmount(): void {
    // Left while it had failed: whoever comes back asks anew for what did not come.
    if (this.state.since) forgetFailedParts();
  }

  override render(): ReactNode {
    const { failure, since } = this.state;
    if (!since) return this.props.children;
    const { contact, waiting, Problem, probe, onRecovered } = this.props;
    if (!failure) return waiting;
    return <Problem {...{ failure, since, contact, probe, onRecovered }} />;
  }
}
