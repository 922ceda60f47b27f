import { Component, type ReactNode } from 'react';
import { RemoteFailure } from './failure.ts';
import { RemoteProblem } from './RemoteProblem.tsx';

interface Props {
  readonly remote: string;
  /** Tries to load the page again; resolves when it can be shown. */
  readonly probe: () => Promise<unknown>;
  readonly onRecovered: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly failure: RemoteFailure | undefined;
  readonly since: Date | undefined;
}

/** Keeps what goes wrong in a remote's page inside that page, and shows what it is. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, since: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return error instanceof RemoteFailure
      ? { failure: error, since: new Date() }
      : { since: new Date() };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof RemoteFailure) return;
    this.setState({ failure: new RemoteFailure(this.props.remote, 'crashed', error) });
  }

  override render(): ReactNode {
    const { failure, since } = this.state;
    if (!since) return this.props.children;
    return (
      <RemoteProblem
        failure={failure ?? new RemoteFailure(this.props.remote, 'crashed')}
        since={since}
        probe={this.props.probe}
        onRecovered={this.props.onRecovered}
      />
    );
  }
}
