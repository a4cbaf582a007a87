import { Component, type ReactNode } from 'react'
import { showToast } from './toast.ts'

interface OverlayBoundaryProps {
  open: boolean
  /** Closes it, so that the next press opens it again. */
  onFailed: () => void
  children: ReactNode
}

/** Keeps a menu or dialog that can't be shown from taking the page with it. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    showToast({ kind: 'failed', text: "Couldn't open this. Check the connection and try again." })
    this.props.onFailed()
  }

  override componentDidUpdate(before: OverlayBoundaryProps): void {
    if (this.state.failed && this.props.open && !before.open) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
