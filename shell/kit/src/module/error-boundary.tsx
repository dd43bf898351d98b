import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../states/states.tsx';

interface Props {
  /** Who broke, for the console. */
  name: string;
  onRetry: () => void;
  /** Hears of what broke. */
  onBroken?: ((error: unknown) => void) | undefined;
  children: ReactNode;
}

/** Keeps a broken page from taking the rest along: says so, and tries again when asked. */
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
