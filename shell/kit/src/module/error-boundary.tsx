import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../states/states.tsx';

interface Props {
  /** The name of the broken part, for the console. */
  name: string;
  onRetry: () => void;
  /** Called with the error. */
  onBroken?: ((error: unknown) => void) | undefined;
  children: ReactNode;
}

/** Limits an error to one page: shows it, and retries on request. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(`${this.props.name} broke:`, error, info.componentStack);
    this.props.onBroken?.(error);
  }

  private readonly retry = () => {
    this.props.onRetry();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorState error={error} onRetry={this.retry} heading="h1" />;
  }
}
